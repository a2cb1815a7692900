//! The scene as glTF 2.0 in one binary file (GLB), for Blender and other programs of three dimensions.
//!
//! Every block is the same box of one metre, placed and stretched by its node; boxes of one colour share a mesh. Districts are nodes with
//! their slab, their buildings and the districts on them below, all called as in the city; what a building holds is in its extras. Metres, y
//! up, z south, as in the scene.
//!
//! Source: glTF 2.0 specification, sections 3.5 to 3.9 and 4.

use std::collections::BTreeMap;

use analysis::KEY_SEPARATOR;
use serde_json::{Value, json};

use super::SceneSnapshot;
use crate::base::colors::linear;

/// `glTF`, `JSON` and `BIN\0`, little endian.
const MAGIC: u32 = 0x4654_6C67;
const JSON_CHUNK: u32 = 0x4E4F_534A;
const BINARY_CHUNK: u32 = 0x004E_4942;
const VERSION: u32 = 2;
/// Kinds of numbers and what buffers are for, as the format counts them.
const FLOAT: u32 = 5126;
const SHORT: u32 = 5123;
const VERTICES: u32 = 34_962;
const INDICES: u32 = 34_963;
/// The faces of a box: where they look, and two directions along them that have it on their left.
const FACES: [[[f32; 3]; 3]; 6] = [
    [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]],
    [[-1.0, 0.0, 0.0], [0.0, 0.0, 1.0], [0.0, 1.0, 0.0]],
    [[0.0, 1.0, 0.0], [0.0, 0.0, 1.0], [1.0, 0.0, 0.0]],
    [[0.0, -1.0, 0.0], [1.0, 0.0, 0.0], [0.0, 0.0, 1.0]],
    [[0.0, 0.0, 1.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]],
    [[0.0, 0.0, -1.0], [0.0, 1.0, 0.0], [1.0, 0.0, 0.0]],
];

impl SceneSnapshot {
    /// The city as a binary glTF file.
    #[must_use]
    pub fn to_glb(&self) -> Vec<u8> {
        let (box_bytes, vertices) = unit_box();
        let mut colors = Colors::default();
        let mut nodes = vec![json!({ "name": self.title, "extras": { "point": self.time.label, "time": self.time.text } })];
        let mut children: Vec<Vec<usize>> = vec![Vec::new()];
        let mut places: BTreeMap<&str, usize> = BTreeMap::new();
        let mut add = |node: Value, around: usize| {
            nodes.push(node);
            children.push(Vec::new());
            children[around].push(nodes.len() - 1);
            nodes.len() - 1
        };
        for district in self.districts.iter().filter(|district| district.size.iter().all(|&side| side > 0.0)) {
            let place = add(json!({ "name": district.name, "extras": { "key": district.key } }), around(&places, &district.key));
            places.insert(&district.key, place);
            let [red, green, blue] = district.rgb;
            let mesh = colors.mesh([red, green, blue, 1.0]);
            add(
                json!({ "name": format!("{} (ground)", district.name), "mesh": mesh, "translation": district.center, "scale": district.size }),
                place,
            );
        }
        for building in self.buildings.iter().filter(|building| building.visible) {
            let extras = json!({
                "key": building.key, "objects": building.objects, "bytes": building.bytes, "growth": building.growth, "growth_rank": building.growth_rank,
            });
            let (name, mesh) = (&building.name, colors.mesh(building.rgba));
            let node = json!({ "name": name, "mesh": mesh, "translation": building.center, "scale": building.size, "extras": extras });
            // A block of several groups has the key of their district.
            let around = if building.others.is_some() { places.get(&*building.key).copied() } else { None };
            let around = around.unwrap_or_else(|| self::around(&places, &building.key));
            add(node, around);
        }
        for (node, children) in nodes.iter_mut().zip(children).filter(|(_, children)| !children.is_empty()) {
            node["children"] = json!(children);
        }
        let index_count = box_bytes.len() - 2 * vertices * 12;
        let view = |offset: usize, length: usize, target: u32| json!({ "buffer": 0, "byteOffset": offset, "byteLength": length, "target": target });
        let accessor = |view: usize, count: usize| json!({ "bufferView": view, "componentType": FLOAT, "count": count, "type": "VEC3" });
        let mut positions = accessor(0, vertices);
        positions["min"] = json!([-0.5, -0.5, -0.5]);
        positions["max"] = json!([0.5, 0.5, 0.5]);
        let document = json!({
            "asset": { "version": "2.0", "generator": concat!("Memory City ", env!("CARGO_PKG_VERSION")) },
            "scene": 0,
            "scenes": [{ "name": self.title, "nodes": [0] }],
            "nodes": nodes,
            "materials": colors.materials(),
            "meshes": colors.meshes(),
            "accessors": [positions, accessor(1, vertices), { "bufferView": 2, "componentType": SHORT, "count": index_count / 2, "type": "SCALAR" }],
            "bufferViews": [view(0, vertices * 12, VERTICES), view(vertices * 12, vertices * 12, VERTICES), view(2 * vertices * 12, index_count, INDICES)],
            "buffers": [{ "byteLength": box_bytes.len() }],
        });
        glb(document.to_string().into_bytes(), box_bytes)
    }
}

/// The node of the innermost district that a group lies in; 0 is the whole.
fn around(places: &BTreeMap<&str, usize>, key: &str) -> usize {
    let ends = key.char_indices().rev().filter(|(_, sign)| *sign == KEY_SEPARATOR).map(|(at, _)| at);
    ends.into_iter().find_map(|end| places.get(&key[..end]).copied()).unwrap_or(0)
}

/// Colours that occur, each with a material and a mesh.
#[derive(Default)]
struct Colors {
    /// sRGB and opacity, in thousandths.
    numbers: BTreeMap<[u32; 4], usize>,
    colors: Vec<[f64; 4]>,
}

impl Colors {
    fn mesh(&mut self, color: [f64; 4]) -> usize {
        let next = self.colors.len();
        *self.numbers.entry(color.map(|part| (1000.0 * part) as u32)).or_insert_with(|| {
            self.colors.push(color);
            next
        })
    }

    fn materials(&self) -> Vec<Value> {
        let material = |&[red, green, blue, opacity]: &[f64; 4]| {
            let [red, green, blue] = linear([red, green, blue].map(|part| part as f32));
            let color = json!({ "baseColorFactor": [red, green, blue, opacity], "metallicFactor": 0.0, "roughnessFactor": 0.9 });
            let mut material = json!({ "pbrMetallicRoughness": color });
            if opacity < 1.0 {
                material["alphaMode"] = json!("BLEND");
            }
            material
        };
        self.colors.iter().map(material).collect()
    }

    fn meshes(&self) -> Vec<Value> {
        let mesh = |material: usize| {
            let attributes = json!({ "POSITION": 0, "NORMAL": 1 });
            json!({ "name": "box", "primitives": [{ "attributes": attributes, "indices": 2, "material": material }] })
        };
        (0..self.colors.len()).map(mesh).collect()
    }
}

/// Positions, normals and indices of a box around the origin, and how many corners it has: those of each face are its own.
fn unit_box() -> (Vec<u8>, usize) {
    let (mut positions, mut normals, mut indices): (Vec<f32>, Vec<f32>, Vec<u16>) = Default::default();
    for [out, right, up] in FACES {
        let first = (positions.len() / 3) as u16;
        for (along_right, along_up) in [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)] {
            positions.extend((0..3).map(|axis| 0.5 * (out[axis] + along_right * right[axis] + along_up * up[axis])));
            normals.extend(out);
        }
        indices.extend([0, 1, 2, 0, 2, 3].map(|corner: u16| first + corner));
    }
    let floats = positions.iter().chain(&normals).flat_map(|number| number.to_le_bytes());
    let bytes = floats.chain(indices.iter().flat_map(|index| index.to_le_bytes())).collect();
    (bytes, positions.len() / 3)
}

/// A header and two chunks, each a multiple of four bytes long.
fn glb(mut json: Vec<u8>, mut binary: Vec<u8>) -> Vec<u8> {
    json.resize(json.len().next_multiple_of(4), b' ');
    binary.resize(binary.len().next_multiple_of(4), 0);
    let chunks = [(JSON_CHUNK, json), (BINARY_CHUNK, binary)];
    let all: usize = 12 + chunks.iter().map(|(_, bytes)| 8 + bytes.len()).sum::<usize>();
    let word = |number: usize| u32::try_from(number).unwrap_or(u32::MAX).to_le_bytes();
    let mut file: Vec<u8> = [MAGIC.to_le_bytes(), VERSION.to_le_bytes(), word(all)].concat();
    for (kind, bytes) in chunks {
        file.extend(word(bytes.len()));
        file.extend(kind.to_le_bytes());
        file.extend(bytes);
    }
    file
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::city::scene::scene_snapshot;
    use crate::test_samples::sample_city;
    use crate::view::state::{TimeCursor, ViewState};

    #[test]
    fn faces_look_outwards() {
        for [out, right, up] in FACES {
            let cross = [0, 1, 2].map(|axis| {
                let (b, c) = ((axis + 1) % 3, (axis + 2) % 3);
                right[b] * up[c] - right[c] * up[b]
            });
            assert_eq!(cross, out, "corners go around against the clock, seen from outside");
        }
    }

    #[test]
    fn every_building_is_a_node_in_its_district_with_its_size() {
        let city = sample_city("fig12");
        let view = ViewState { time: TimeCursor::at(city.point), ..ViewState::default() };
        let scene = scene_snapshot(&city.session, &city.settings, &view);
        let file = scene.to_glb();
        let word = |at: usize| u32::from_le_bytes(file[at..at + 4].try_into().expect("four bytes")) as usize;
        assert_eq!((&file[..4], word(4), word(8)), (&b"glTF"[..], 2, file.len()));
        assert_eq!((&file[16..20], word(12) % 4), (&b"JSON"[..], 0));
        let document: Value = serde_json::from_slice(&file[20..20 + word(12)]).expect("is JSON");
        let nodes = document["nodes"].as_array().expect("is a list");
        let parent = |at: usize| {
            let is_parent = |node: &&Value| node["children"].as_array().is_some_and(|children| children.contains(&json!(at)));
            nodes.iter().find(is_parent).expect("has a parent")
        };
        let mut found = 0;
        for building in scene.buildings.iter().filter(|building| building.visible) {
            let is_it = |node: &Value| node["extras"]["key"] == building.key && node["mesh"].is_number();
            let at = nodes.iter().position(is_it).expect("is there");
            assert_eq!((&nodes[at]["translation"], &nodes[at]["scale"]), (&json!(building.center), &json!(building.size)));
            let district = parent(at)["extras"]["key"].as_str().expect("is a district");
            assert!(building.key.starts_with(district), "{} in {district}", building.key);
            found += 1;
        }
        assert!(found > 5);
        assert_eq!(document["buffers"][0]["byteLength"], 24 * 24 + 72);
    }
}
