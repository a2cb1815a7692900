//! Every step that there is, as groupings.

use std::sync::OnceLock;

use analysis::{Definition, DefinitionKind, FeatureMap, GROUPING_PRESETS, Grouping, Plugin, Registry, Step};

const PLUGIN: &str = include_str!("../../examples/plug-ins/object_kind.wat");

/// The catalogue, with what users may add.
fn registry() -> Registry {
    let mut registry = Registry::default();
    registry.set_features(FeatureMap::parse("shop: travelshop.*, shop.*, app.Main\nJVM: java.*").expect("is a map"));
    let plugin = Plugin::load("plugin.wasm", &wat::parse_str(PLUGIN).expect("is WebAssembly")).expect("is a plug-in");
    registry.add_plugin(plugin).expect("its name is free");
    let definition = Definition {
        name: "mine".into(),
        kind: DefinitionKind::Classifier,
        text: "path(type, if count == null { size } else { count })".into(),
        description: String::new(),
    };
    registry.add_definition(definition).expect("its name is free");
    registry
}

/// Every step with every option, alone and before others, so that a step that is new is among them; and what is offered by name.
pub(crate) fn all_groupings() -> &'static [Grouping] {
    static GROUPINGS: OnceLock<Vec<Grouping>> = OnceLock::new();
    GROUPINGS.get_or_init(|| make_groupings(&registry()))
}

fn make_groupings(registry: &Registry) -> Vec<Grouping> {
    let mut texts: Vec<String> = GROUPING_PRESETS.iter().map(|preset| format!("preset:{}", preset.name)).collect();
    texts.push("where(points_to.any(|o| o.size > 20)), script(pointed_from.map(|o| o.type))".to_owned());
    for step in registry.steps() {
        let name = step.info().name;
        match step {
            Step::Transformer(_) => {
                texts.extend(
                    ["", "outermost data structures, type, ", "data structure role, "].map(|before| format!("{before}{name}(type)")),
                );
                texts.push(format!("package, {name}(domain objects, type, points to(array length))"));
            }
            Step::Classifier(classifier) => {
                let options = classifier.options().iter().map(|&(word, _)| match word {
                    "N" => "2",
                    word if word.starts_with("PACKAGE") => "java.util",
                    word => word,
                });
                let options: Vec<&str> = options.collect();
                texts.extend(
                    options.iter().chain([&&*options.join(", ")]).filter(|word| !word.is_empty()).map(|word| format!("{name}({word})")),
                );
                texts.extend([name.to_string(), format!("{name}, pointed from(type)"), format!("type, points to({name})")]);
            }
        }
    }
    texts.iter().map(|text| registry.parse(text).unwrap_or_else(|error| panic!("{text}: {error}"))).collect()
}
