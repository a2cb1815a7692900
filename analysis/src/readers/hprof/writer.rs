//! Writing HPROF, for tests of this and other crates: plain bytes, no checks, so that wrong dumps can be written too.

use crate::base::primitive::Primitive;

/// A file in the making. Records are appended in the order of the calls.
#[derive(Debug, Clone)]
pub struct HprofWriter {
    /// What was written so far.
    pub bytes: Vec<u8>,
    id_bytes: usize,
    next_string: u64,
    next_class_serial: u32,
}

/// The sub-records of a heap dump in the making.
#[derive(Debug, Clone)]
pub struct SegmentWriter {
    /// What was written so far.
    pub bytes: Vec<u8>,
    id_bytes: usize,
}

/// A field or static: name id and type; `None` is a reference.
pub type Field = (u64, Option<Primitive>);

fn put_id(bytes: &mut Vec<u8>, id_bytes: usize, id: u64) {
    bytes.extend_from_slice(&id.to_be_bytes()[8 - id_bytes..]);
}

/// The HPROF number of a type.
fn type_number(value: Option<Primitive>) -> u8 {
    value.map_or(2, |primitive| 4 + primitive as u8)
}

impl HprofWriter {
    /// Starts a file: `version` as in `1.0.2`, 4 or 8 bytes per id, milliseconds since the epoch.
    #[must_use]
    pub fn new(version: &str, id_bytes: usize, time_millis: u64) -> Self {
        let mut bytes = format!("JAVA PROFILE {version}\0").into_bytes();
        bytes.extend_from_slice(&(id_bytes as u32).to_be_bytes());
        bytes.extend_from_slice(&time_millis.to_be_bytes());
        Self { bytes, id_bytes, next_string: 1, next_class_serial: 1 }
    }

    /// Appends any record.
    pub fn record(&mut self, tag: u8, body: &[u8]) {
        self.record_at(tag, 0, body.len() as u32, body);
    }

    /// Appends a record with a time offset in microseconds and a length that need not be true.
    pub fn record_at(&mut self, tag: u8, micros: u32, length: u32, body: &[u8]) {
        self.bytes.push(tag);
        self.bytes.extend_from_slice(&micros.to_be_bytes());
        self.bytes.extend_from_slice(&length.to_be_bytes());
        self.bytes.extend_from_slice(body);
    }

    /// Appends a text and returns its id.
    pub fn string(&mut self, text: &[u8]) -> u64 {
        let id = self.next_string;
        self.next_string += 1;
        let mut body = Vec::new();
        put_id(&mut body, self.id_bytes, id);
        body.extend_from_slice(text);
        self.record(0x01, &body);
        id
    }

    /// Names a class and returns its serial number.
    pub fn load_class(&mut self, class: u64, name: &str) -> u32 {
        let name = self.string(name.as_bytes());
        let serial = self.next_class_serial;
        self.next_class_serial += 1;
        let mut body = serial.to_be_bytes().to_vec();
        put_id(&mut body, self.id_bytes, class);
        body.extend_from_slice(&[0; 4]);
        put_id(&mut body, self.id_bytes, name);
        self.record(0x02, &body);
        serial
    }

    /// Appends a stack frame and a trace of a thread that consists of it alone.
    pub fn stack(&mut self, trace: u32, thread: u32, class_serial: u32, method: &str, file: &str, line: i32) {
        let (method, file) = (self.string(method.as_bytes()), self.string(file.as_bytes()));
        let frame = u64::from(trace) + 1000;
        let mut body = Vec::new();
        for id in [frame, method, 0, file] {
            put_id(&mut body, self.id_bytes, id);
        }
        body.extend_from_slice(&class_serial.to_be_bytes());
        body.extend_from_slice(&line.to_be_bytes());
        self.record(0x04, &body);
        let mut body = [trace, thread, 1].map(u32::to_be_bytes).concat();
        put_id(&mut body, self.id_bytes, frame);
        self.record(0x05, &body);
    }

    /// Starts the content of a heap dump.
    #[must_use]
    pub fn segment(&self) -> SegmentWriter {
        SegmentWriter { bytes: Vec::new(), id_bytes: self.id_bytes }
    }

    /// Appends a heap dump in one `HEAP_DUMP` record.
    pub fn heap_dump(&mut self, segment: &SegmentWriter) {
        self.record(0x0c, &segment.bytes);
    }

    /// Appends one segment of a heap dump.
    pub fn heap_dump_segment(&mut self, segment: &SegmentWriter) {
        self.record(0x1c, &segment.bytes);
    }

    /// Ends a heap dump that was written in segments.
    pub fn heap_dump_end(&mut self) {
        self.record(0x2c, &[]);
    }
}

impl SegmentWriter {
    fn id(&mut self, id: u64) -> &mut Self {
        put_id(&mut self.bytes, self.id_bytes, id);
        self
    }

    fn u32(&mut self, value: u32) -> &mut Self {
        self.bytes.extend_from_slice(&value.to_be_bytes());
        self
    }

    /// Appends a root: `tag` as in HPROF, with what follows the id as 32-bit numbers.
    pub fn root(&mut self, tag: u8, id: u64, numbers: &[u32]) -> &mut Self {
        self.bytes.push(tag);
        self.id(id);
        numbers.iter().for_each(|&number| {
            self.u32(number);
        });
        self
    }

    /// Appends a JNI global root.
    pub fn root_jni_global(&mut self, id: u64) -> &mut Self {
        self.bytes.push(0x01);
        self.id(id).id(0)
    }

    /// Appends a class with static references and instance fields.
    pub fn class(&mut self, id: u64, super_class: u64, loader: u64, statics: &[(u64, u64)], fields: &[Field]) -> &mut Self {
        self.bytes.push(0x20);
        self.id(id).u32(0).id(super_class).id(loader).id(0).id(0).id(0).id(0);
        let instance: u32 = fields.iter().map(|&(_, value)| value.map_or(self.id_bytes as u32, Primitive::bytes)).sum();
        self.u32(instance);
        self.bytes.extend_from_slice(&[0, 0]);
        self.bytes.extend_from_slice(&(statics.len() as u16).to_be_bytes());
        for &(name, target) in statics {
            self.id(name);
            self.bytes.push(2);
            self.id(target);
        }
        self.bytes.extend_from_slice(&(fields.len() as u16).to_be_bytes());
        for &(name, value) in fields {
            self.id(name);
            self.bytes.push(type_number(value));
        }
        self
    }

    /// Appends an instance with its field values as bytes.
    pub fn instance(&mut self, id: u64, class: u64, fields: &[u8]) -> &mut Self {
        self.bytes.push(0x21);
        self.id(id).u32(0).id(class).u32(fields.len() as u32);
        self.bytes.extend_from_slice(fields);
        self
    }

    /// Appends an instance whose fields are references only.
    pub fn node(&mut self, id: u64, class: u64, targets: &[u64]) -> &mut Self {
        let mut fields = Vec::new();
        targets.iter().for_each(|&target| put_id(&mut fields, self.id_bytes, target));
        self.instance(id, class, &fields)
    }

    /// Appends an array of references.
    pub fn object_array(&mut self, id: u64, class: u64, targets: &[u64]) -> &mut Self {
        self.bytes.push(0x22);
        self.id(id).u32(0).u32(targets.len() as u32).id(class);
        targets.iter().for_each(|&target| {
            self.id(target);
        });
        self
    }

    /// Appends an array of values, given as bytes.
    pub fn primitive_array(&mut self, id: u64, element: Primitive, values: &[u8]) -> &mut Self {
        self.bytes.push(0x23);
        self.id(id).u32(0).u32(values.len() as u32 / element.bytes());
        self.bytes.push(type_number(Some(element)));
        self.bytes.extend_from_slice(values);
        self
    }
}
