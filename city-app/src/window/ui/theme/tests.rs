//! What can be read and told apart, by number, in both themes.

use super::*;
use crate::base::colors::linear;
use crate::base::colors::sight::{contrast, nearest, pairs, told_apart};
use crate::base::settings::CitySettings;
use crate::city::look;

const THEMES: [(&str, Palette); 2] = [("night", DARK), ("day", LIGHT)];
/// The least contrast of text.
const TEXT_CONTRAST: f32 = 4.5;
/// The least contrast of lines, swatches and rings.
const LINE_CONTRAST: f32 = 3.0;

fn rgb(color: Color32) -> Rgb {
    [color.r(), color.g(), color.b()].map(|c| f32::from(c) / 255.0)
}

/// What is seen of a plate over something: blended as numbers, and as light, which is what graphics cards do.
fn over(plate: Color32, behind: Rgb) -> [Rgb; 2] {
    let rest = 1.0 - f32::from(plate.a()) / 255.0;
    let add = |plate: Rgb, behind: Rgb| [0, 1, 2].map(|at: usize| plate[at] + rest * behind[at]);
    let light = add(linear(rgb(plate)), linear(behind));
    let number = |c: f32| if c <= 0.003_130_8 { 12.92 * c } else { 1.055 * c.powf(1.0 / 2.4) - 0.055 };
    [add(rgb(plate), behind), light.map(number)]
}

/// Whatever text stands on: panels, cards, controls, and plates over the darkest and the lightest city.
fn grounds(p: &Palette) -> Vec<(&'static str, Rgb)> {
    let mut grounds =
        vec![("panel", rgb(p.panel)), ("card", rgb(p.card)), ("control", rgb(p.control)), ("control_hot", rgb(p.control_hot))];
    for behind in [[0.0; 3], [1.0; 3]] {
        grounds.extend(over(p.plate, behind).map(|ground| ("plate over the city", ground)));
    }
    grounds
}

fn texts(p: &Palette) -> [(&'static str, Color32); 9] {
    let Palette { text, text_weak, selection, growth, shrink, incoming, outgoing, attention, error, .. } = *p;
    [
        ("text", text),
        ("text_weak", text_weak),
        ("selection", selection),
        ("growth", growth),
        ("shrink", shrink),
        ("incoming", incoming),
        ("outgoing", outgoing),
        ("attention", attention),
        ("error", error),
    ]
}

#[test]
fn all_text_can_be_read_on_everything_it_stands_on() {
    for (theme, p) in THEMES {
        for (name, text) in texts(&p) {
            for (ground_name, ground) in grounds(&p) {
                let ratio = contrast(rgb(text), ground);
                assert!(ratio >= TEXT_CONTRAST, "{theme}: {name} on {ground_name} is {ratio:.2}");
            }
        }
        // What is selected has plain text only.
        let ratio = contrast(rgb(p.text), rgb(p.selection_fill));
        assert!(ratio >= TEXT_CONTRAST, "{theme}: text on selection_fill is {ratio:.2}");
    }
    let ratio = contrast(rgb(TOOLTIP_TEXT), rgb(TOOLTIP_FILL));
    assert!(ratio >= TEXT_CONTRAST, "the tooltip is {ratio:.2}");
}

#[test]
fn lines_stand_out_from_the_card_and_from_each_other_for_all_eyes() {
    let bar = told_apart();
    for ((theme, p), lines) in THEMES.into_iter().zip([LINES_AT_NIGHT, LINES_BY_DAY]) {
        // All others together are drawn in the color of notes.
        let all: Vec<Rgb> = lines.into_iter().map(hex).chain([rgb(p.text_weak)]).collect();
        for &line in &all {
            let ratio = contrast(line, rgb(p.card));
            assert!(ratio >= LINE_CONTRAST, "{theme}: {line:?} on the card is {ratio:.2}");
        }
        for (a, b) in pairs(&all) {
            let (distance, eyes) = nearest(*a, *b);
            assert!(distance >= bar, "{theme}: {:?} and {:?} are {distance:.3} apart for {eyes:?}", color32(*a), color32(*b));
        }
    }
}

/// Colours that stand side by side and mean different things; with a reason where something else than colour tells them apart.
fn neighbors(p: &Palette) -> Vec<(&'static str, Vec<Color32>, Option<&'static str>)> {
    let faint = tint(p.incoming, p.card, 0.18);
    vec![
        ("severities of findings", vec![p.growth, p.attention, p.shrink], None),
        ("less and none", vec![p.shrink, p.text_weak], Some("numbers that fell have their sign")),
        ("who keeps it alive and what it keeps alive", vec![p.incoming, p.outgoing], None),
        ("the heap, the selection and selected time on the timeline", vec![p.heap, p.selection, p.attention], None),
        ("edges of labels: others, selected, found", vec![p.line, p.selection, p.attention], None),
        ("edges of labels on a way: fields, stops, its end", vec![p.line, p.incoming, p.attention], None),
        ("references: the heaviest way, others", vec![p.growth, tint(p.incoming, p.card, 0.75)], None),
        ("references: the way pointed at, those beside it", vec![p.selection, faint], None),
        ("references: cut, the heaviest way", vec![p.outgoing, p.growth], Some("references that are cut are dashed")),
    ]
}

#[test]
fn what_means_different_things_looks_different_to_all_eyes() {
    let bar = told_apart();
    let (mut excused, mut reasons) = (std::collections::BTreeSet::new(), std::collections::BTreeSet::new());
    for (theme, p) in THEMES {
        for (what, colors, reason) in neighbors(&p) {
            reasons.extend(reason);
            for (a, b) in pairs(&colors) {
                let (distance, eyes) = nearest(rgb(*a), rgb(*b));
                if distance < bar {
                    excused.extend(reason);
                }
                assert!(distance >= bar || reason.is_some(), "{theme}: {what}: {a:?} and {b:?} are {distance:.3} apart for {eyes:?}");
            }
        }
    }
    assert_eq!(excused, reasons, "no reason is given for what needs none");
}

#[test]
fn the_ring_around_what_has_the_keyboard_stands_out() {
    for (theme, p) in THEMES {
        for (name, ground) in grounds(&p) {
            let ratio = contrast(rgb(p.selection), ground);
            assert!(ratio >= LINE_CONTRAST, "{theme}: on {name} it is {ratio:.2}");
        }
    }
}

#[test]
fn names_stand_out_from_the_slab_of_every_level() {
    let of_ground = |ground: CitySettings| (0..=20).map(move |level| look::district_color(&ground, level, 20));
    let slabs = look::colors::grounds().into_iter().flat_map(of_ground).chain([look::SELECTION]);
    for slab in slabs {
        let ratio = contrast(rgb(ink_on(slab)), slab);
        assert!(ratio >= TEXT_CONTRAST, "{slab:?}: {ratio:.2}");
    }
}

#[test]
fn no_text_is_smaller_than_13_pixels() {
    let ctx = egui::Context::default();
    for theme in [Theme::Dark, Theme::Light] {
        apply(&ctx, theme, false);
        for font in ctx.global_style().text_styles.values() {
            assert!(font.size >= 13.0, "{font:?}");
        }
    }
}
