//! Class files, as far as they name local variables (JVM specification, chapter 4).
//!
//! A method's table of local variables says which slot holds which variable from which bytecode to which one. It is there
//! if the program was compiled with debug information (`javac -g`, the usual case with Maven and Gradle). Tables of a class
//! without any are not looked for any further than its constants.
//!
//! Total and bounded: any bytes are read without panic, no further than they go, and what is taken of them is no larger
//! than they are. Where they contradict themselves nothing is taken at all; the JVM will refuse them.

const MAGIC: u32 = 0xcafe_babe;
const TABLE: &[u8] = b"LocalVariableTable";

/// A method that names variables.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct MethodVariables<'a> {
    /// The class as it calls itself: `java/lang/String`.
    pub(crate) class: &'a [u8],
    /// Name of the method.
    pub(crate) name: &'a [u8],
    /// Parameters and result.
    pub(crate) descriptor: &'a [u8],
    /// Its bytecodes.
    pub(crate) code: &'a [u8],
    /// Variables of reference types, in the order of the file.
    pub(crate) variables: Vec<Variable<'a>>,
}

/// What a slot holds for some bytecodes.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Variable<'a> {
    /// The first bytecode.
    pub(crate) start: u16,
    /// How far it goes; the bytecode after that many bytes does not belong to it.
    pub(crate) length: u16,
    /// Number of the slot.
    pub(crate) slot: u16,
    /// Name of the variable.
    pub(crate) name: &'a str,
}

/// The methods of a class file that name variables of reference types. None where the file is damaged.
pub(crate) fn methods_with_variables(file: &[u8]) -> Vec<MethodVariables<'_>> {
    read(file).unwrap_or_default()
}

fn read(file: &[u8]) -> Option<Vec<MethodVariables<'_>>> {
    let mut reader = Reader { rest: file };
    let (magic, minor, major) = (reader.u32()?, reader.u16()?, reader.u16()?);
    // Before 45.3 code was laid out in another way.
    if magic != MAGIC || (major, minor) < (45, 3) {
        return None;
    }
    let constants = Constants::read(&mut reader)?;
    if !constants.have_table {
        return Some(Vec::new());
    }
    let _modifiers = reader.u16()?;
    let class = constants.class_name(reader.u16()?)?;
    let _super_class = reader.u16()?;
    let interfaces = reader.u16()?;
    reader.take(2 * usize::from(interfaces))?;
    for _ in 0..reader.u16()? {
        reader.take(6)?;
        reader.each_attribute(&constants, |_, _| Some(()))?;
    }
    let mut methods = Vec::new();
    for _ in 0..reader.u16()? {
        let _modifiers = reader.u16()?;
        let (name, descriptor) = (constants.text(reader.u16()?)?, constants.text(reader.u16()?)?);
        let mut method = MethodVariables { class, name, descriptor, code: &[], variables: Vec::new() };
        reader
            .each_attribute(&constants, |kind, content| if kind == b"Code" { method.read_code(&constants, content) } else { Some(()) })?;
        if !method.variables.is_empty() {
            methods.push(method);
        }
    }
    Some(methods)
}

impl<'a> MethodVariables<'a> {
    fn read_code(&mut self, constants: &Constants<'a>, mut reader: Reader<'a>) -> Option<()> {
        let _stack_and_slots = reader.u32()?;
        let bytes = reader.u32()?;
        self.code = reader.take(usize::try_from(bytes).ok()?)?;
        let handlers = reader.u16()?;
        reader.take(8 * usize::from(handlers))?;
        reader.each_attribute(constants, |kind, content| if kind == TABLE { self.read_table(constants, content) } else { Some(()) })
    }

    fn read_table(&mut self, constants: &Constants<'a>, mut reader: Reader<'a>) -> Option<()> {
        for _ in 0..reader.u16()? {
            let (start, length) = (reader.u16()?, reader.u16()?);
            let (name, descriptor) = (constants.text(reader.u16()?)?, constants.text(reader.u16()?)?);
            let slot = reader.u16()?;
            if usize::from(start) + usize::from(length) > self.code.len() {
                return None;
            }
            // Names with signs beyond 16 bits are written in a way of their own, and left out.
            if let (true, Ok(name)) = (descriptor.starts_with(b"L") || descriptor.starts_with(b"["), std::str::from_utf8(name)) {
                self.variables.push(Variable { start, length, slot, name });
            }
        }
        Some(())
    }
}

/// The constants of a class file that are texts or classes.
struct Constants<'a> {
    /// By number; numbers of other constants have none.
    entries: Vec<Constant<'a>>,
    /// Some method may have a table of local variables.
    have_table: bool,
}

#[derive(Clone, Copy)]
enum Constant<'a> {
    Other,
    Text(&'a [u8]),
    /// The number of its name.
    Class(u16),
}

impl<'a> Constants<'a> {
    fn read(reader: &mut Reader<'a>) -> Option<Self> {
        let count = usize::from(reader.u16()?);
        let mut constants = Self { entries: Vec::with_capacity(count), have_table: false };
        // Numbers begin with 1.
        constants.entries.push(Constant::Other);
        while constants.entries.len() < count {
            let kind = reader.u8()?;
            let entry = match kind {
                1 => {
                    let bytes = reader.u16()?;
                    let text = reader.take(bytes.into())?;
                    constants.have_table |= text == TABLE;
                    Constant::Text(text)
                }
                7 => Constant::Class(reader.u16()?),
                _ => {
                    reader.take(constant_bytes(kind)?)?;
                    Constant::Other
                }
            };
            constants.entries.push(entry);
            // Numbers of 64 bits count for two.
            if matches!(kind, 5 | 6) {
                constants.entries.push(Constant::Other);
            }
        }
        Some(constants)
    }

    fn text(&self, number: u16) -> Option<&'a [u8]> {
        match self.entries.get(usize::from(number))? {
            Constant::Text(text) => Some(text),
            _ => None,
        }
    }

    fn class_name(&self, number: u16) -> Option<&'a [u8]> {
        match self.entries.get(usize::from(number))? {
            Constant::Class(name) => self.text(*name),
            _ => None,
        }
    }
}

/// How many bytes follow the kind of a constant; texts have as many as they say.
fn constant_bytes(kind: u8) -> Option<usize> {
    match kind {
        // String, MethodType, Module, Package.
        8 | 16 | 19 | 20 => Some(2),
        // MethodHandle.
        15 => Some(3),
        // Integer, Float, Fieldref, Methodref, InterfaceMethodref, NameAndType, Dynamic, InvokeDynamic.
        3 | 4 | 9..=12 | 17 | 18 => Some(4),
        // Long, Double.
        5 | 6 => Some(8),
        _ => None,
    }
}

/// Bytes that are not read yet.
struct Reader<'a> {
    rest: &'a [u8],
}

impl<'a> Reader<'a> {
    fn take(&mut self, bytes: usize) -> Option<&'a [u8]> {
        let (taken, rest) = self.rest.split_at_checked(bytes)?;
        self.rest = rest;
        Some(taken)
    }

    fn u8(&mut self) -> Option<u8> {
        self.take(1).map(|bytes| bytes[0])
    }

    fn u16(&mut self) -> Option<u16> {
        self.take(2)?.try_into().ok().map(u16::from_be_bytes)
    }

    fn u32(&mut self) -> Option<u32> {
        self.take(4)?.try_into().ok().map(u32::from_be_bytes)
    }

    /// Passes over a list of attributes, and shows each by name.
    fn each_attribute(&mut self, constants: &Constants<'a>, mut show: impl FnMut(&[u8], Self) -> Option<()>) -> Option<()> {
        for _ in 0..self.u16()? {
            let name = constants.text(self.u16()?)?;
            let bytes = self.u32()?;
            show(name, Self { rest: self.take(usize::try_from(bytes).ok()?)? })?;
        }
        Some(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::{Path, PathBuf};
    use std::process::Command;

    fn number(number: usize) -> [u8; 2] {
        u16::try_from(number).expect("is small").to_be_bytes()
    }

    fn attribute(name: u8, content: &[u8]) -> Vec<u8> {
        [&[0, name][..], &(content.len() as u32).to_be_bytes(), content].concat()
    }

    /// `class app.Main { int x; void run() { .. } }` with 5 bytes of code and these entries in the table of `run`: first
    /// bytecode, length, name, descriptor, slot.
    fn class_file(entries: &[[u8; 5]]) -> Vec<u8> {
        let text = |text: &str| [&[1][..], &number(text.len()), text.as_bytes()].concat();
        let constants = [
            text("LocalVariableTable"),
            text("app/Main"),
            vec![7, 0, 2],
            // Counts for two: the next one is number 6.
            vec![5, 0, 0, 0, 0, 0, 0, 0, 1],
            text("Code"),
            text("run"),
            text("()V"),
            text("cart"),
            text("Lapp/Cart;"),
            text("I"),
            text("ConstantValue"),
            vec![15, 1, 0, 1],
        ]
        .concat();
        let rows: Vec<u8> = entries
            .iter()
            .flat_map(|&[start, length, name, descriptor, slot]| [0, start, 0, length, 0, name, 0, descriptor, 0, slot])
            .collect();
        let table = attribute(1, &[&number(entries.len())[..], &rows].concat());
        let code = [&[0, 1, 0, 3, 0, 0, 0, 5][..], &[0; 5], &[0, 1], &[0; 8], &[0, 1], &table].concat();
        [
            &[0xca, 0xfe, 0xba, 0xbe, 0, 0, 0, 61, 0, 14][..],
            &constants,
            // Modifiers, class, super class, one interface.
            &[0, 0, 0, 3, 0, 0, 0, 1, 0, 3],
            // One field with an attribute.
            &[0, 1, 0, 0, 0, 7, 0, 11, 0, 1],
            &attribute(12, &[0, 4]),
            // One method with its code; none of the class.
            &[0, 1, 0, 0, 0, 7, 0, 8, 0, 1],
            &attribute(6, &code),
            &[0, 0],
        ]
        .concat()
    }

    #[test]
    fn variables_of_reference_types_are_found_with_their_places() {
        let file = class_file(&[[1, 4, 9, 10, 2], [0, 5, 9, 11, 1]]);
        let methods = methods_with_variables(&file);
        let [method] = &methods[..] else { panic!("one method") };
        let found = (method.class, method.name, method.descriptor, method.code);
        assert_eq!(found, (&b"app/Main"[..], &b"run"[..], &b"()V"[..], &[0; 5][..]));
        assert_eq!(method.variables, [Variable { start: 1, length: 4, slot: 2, name: "cart" }]);
        assert_eq!(methods_with_variables(&class_file(&[[0, 5, 9, 11, 1]])), [], "numbers hold nothing");
        assert_eq!(methods_with_variables(&class_file(&[[2, 4, 9, 10, 2]])), [], "a variable ends with the code");
        assert_eq!(methods_with_variables(&class_file(&[[1, 4, 3, 10, 2]])), [], "a class is no text");
        assert_eq!(methods_with_variables(&class_file(&[[1, 4, 90, 10, 2]])), [], "there is no such constant");
    }

    #[test]
    fn damaged_files_are_read_without_panic() {
        let file = class_file(&[[1, 4, 9, 10, 2], [0, 5, 9, 10, 1]]);
        check_damaged(&file);
        // All is there but the number of the class's attributes, which nobody asks for.
        assert_eq!((0..file.len()).find(|&end| !methods_with_variables(&file[..end]).is_empty()), Some(file.len() - 2));
        let old = [&file[..6], &[0, 45], &file[8..]].concat();
        assert_eq!(methods_with_variables(&old), [], "45.0 is another format");
    }

    fn check_damaged(file: &[u8]) {
        for at in 0..file.len() {
            methods_with_variables(&file[..at]);
            let mut damaged = file.to_owned();
            for value in [0, 1, 0x7f, 0xff] {
                damaged[at] = value;
                methods_with_variables(&damaged);
            }
        }
    }

    const SOURCE: &str = "
        import java.util.*;
        class Sample<T extends Comparable<T>> {
            final long number = 1234567890123L;
            Map<String, int[]> map = new HashMap<>();
            Sample(Object first, double wide, String second) { Object both = first + second; map.put(both.toString(), null); }
            static int count(int[] numbers, String... names) {
                int sum = 0;
                for (int number : numbers) { Integer boxed = number; sum += boxed; }
                for (String name : names) { sum += name.length(); }
                return sum;
            }
            T largest(List<? extends T> list) {
                T best = null;
                for (T each : list) { if (best == null || each.compareTo(best) > 0) { best = each; } }
                try { Object inner = best; inner.hashCode(); } catch (RuntimeException thrown) { throw thrown; } finally { map = null; }
                Runnable later = () -> { String within = \"x\" + list; System.out.println(within); };
                later.run();
                return best;
            }
            native Object none(Object never);
        }";

    /// A folder that goes with the test.
    struct Folder(PathBuf);

    impl Drop for Folder {
        fn drop(&mut self) {
            let _ = std::fs::remove_dir_all(&self.0);
        }
    }

    fn run(program: &str, options: &[&str], folder: &Path, file: &str) -> String {
        let output = Command::new(program).args(options).arg(file).current_dir(folder).output().expect("there is a JDK");
        assert!(output.status.success(), "{program}: {}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).expect("is UTF-8")
    }

    /// What `javap -l -s -p` says: per method its descriptor, and rows of variables of reference types.
    fn told_by_javap(said: &str) -> Vec<(String, Vec<String>)> {
        let mut methods: Vec<(String, Vec<String>)> = Vec::new();
        for line in said.lines() {
            let words: Vec<&str> = line.split_whitespace().collect();
            match words[..] {
                ["descriptor:", descriptor] if descriptor.starts_with('(') => methods.push((descriptor.to_owned(), Vec::new())),
                [start, length, slot, name, kind] if start.parse::<u16>().is_ok() && kind.starts_with(['L', '[']) => {
                    methods.last_mut().expect("methods come first").1.push(format!("{start}+{length} {slot} {name}"));
                }
                _ => {}
            }
        }
        methods.retain(|method| !method.1.is_empty());
        methods
    }

    #[test]
    fn what_the_compiler_writes_is_read_as_javap_reads_it() {
        let folder = Folder(std::env::temp_dir().join(format!("memory-city-class-file-{}", std::process::id())));
        std::fs::create_dir_all(&folder.0).expect("the folder can be made");
        std::fs::write(folder.0.join("Sample.java"), SOURCE).expect("can be written");
        let read = || std::fs::read(folder.0.join("Sample.class")).expect("was compiled");
        run("javac", &["-g"], &folder.0, "Sample.java");
        let file = read();
        let found = methods_with_variables(&file);
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        let row = |variable: &Variable<'_>| {
            let Variable { start, length, slot, name } = variable;
            format!("{start}+{length} {slot} {name}")
        };
        let rows: Vec<(String, Vec<String>)> =
            found.iter().map(|method| (text(method.descriptor), method.variables.iter().map(row).collect())).collect();
        assert_eq!(rows, told_by_javap(&run("javap", &["-l", "-s", "-p"], &folder.0, "Sample.class")));
        let names: Vec<String> = found.iter().map(|method| text(method.name)).collect();
        assert_eq!(names, ["<init>", "count", "largest", "lambda$largest$0"]);
        assert!(found.iter().all(|method| method.class == b"Sample" && !method.code.is_empty()));
        check_damaged(&file);
        run("javac", &["-g:source,lines"], &folder.0, "Sample.java");
        assert_eq!(methods_with_variables(&read()), [], "nobody asked for variables");
    }
}
