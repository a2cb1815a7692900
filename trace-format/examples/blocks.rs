//! Lists the blocks of a trace: `cargo run -p trace-format --example blocks -- app.mctrace`. With a second path what the
//! blocks hold is written there, unpacked, one behind the other.

use std::io::Write as _;

use trace_format::{Births, BlockKind, Collections, Gone, Info, Roots, Rows, StateBegin, StateEnd, scan};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let path = std::env::args().nth(1).ok_or("which trace?")?;
    let file = std::fs::read(path)?;
    let found = scan(&file)?;
    if let Some(unpacked) = std::env::args().nth(2) {
        let mut out = std::io::BufWriter::new(std::fs::File::create(unpacked)?);
        for block in &found.blocks {
            out.write_all(&block.content(&file)?)?;
        }
        out.flush()?;
    }
    println!("{:?}, {} blocks, complete: {}, lost: {:?}", found.head, found.blocks.len(), found.is_complete, found.lost);
    for block in &found.blocks {
        let what = match block.kind {
            Some(BlockKind::Info) => format!("{:?}", block.read::<Info>(&file)?.entries),
            Some(BlockKind::StateBegin) => format!("{:?}", block.read::<StateBegin>(&file)?),
            Some(BlockKind::StateEnd) => format!("{:?}", block.read::<StateEnd>(&file)?),
            Some(BlockKind::Births) => {
                let births = block.read::<Births>(&file)?;
                format!("{} objects, {} descriptors, {} runs", births.ids.len(), births.descriptors.len(), births.ids.runs().len())
            }
            Some(BlockKind::Rows) => {
                let rows = block.read::<Rows>(&file)?;
                format!("{} rows, {} references", rows.len(), rows.references())
            }
            Some(BlockKind::Roots) => format!("{} roots", block.read::<Roots>(&file)?.roots.len()),
            Some(BlockKind::Gone) => format!("{} objects", block.read::<Gone>(&file)?.ids.len()),
            Some(BlockKind::Collections) => format!("{:?}", block.read::<Collections>(&file)?.collections),
            _ => String::new(),
        };
        println!("{:>10} {:>9} of {:>9} bytes {:?} {what}", block.at, block.stored_bytes(), block.raw_bytes(), block.kind);
    }
    Ok(())
}
