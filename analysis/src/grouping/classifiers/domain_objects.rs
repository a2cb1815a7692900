//! Domain objects: a filter that leaves the application's own objects.

use std::sync::Arc;

use crate::base::class_names::{is_platform_class, package_of};
use crate::base::error::Result;
use crate::base::progress::Progress;
use crate::base::warnings::Warnings;
use crate::grouping::{Cardinality, Classifier, ClassifierInfo, Label, Labeling, Need};
use crate::heap::HeapState;

/// Drops objects of the platform's packages and of further packages that the user names.
#[derive(Debug, Default)]
pub(in crate::grouping) struct DomainObjects {
    further: Vec<String>,
}

impl Classifier for DomainObjects {
    fn info(&self) -> ClassifierInfo {
        ClassifierInfo {
            name: if self.further.is_empty() {
                "Domain objects".into()
            } else {
                format!("Domain objects({})", self.further.join(", ")).into()
            },
            description:
                "Leaves out objects of the platform's packages (java, javax, jdk, sun, com.sun, Android's) and arrays of primitives".into(),
            example: "com.example.Product passes, java.lang.String does not".into(),
            cardinality: Cardinality::Filter,
            needs: (&[Need::TypeNames]).into(),
        }
    }

    fn options(&self) -> &'static [(&'static str, &'static str)] {
        &[("PACKAGE, ...", "leaves out these packages, too, with those within them")]
    }

    fn with_options(&self, options: &[&str]) -> Result<Arc<dyn Classifier>> {
        Ok(Arc::new(Self { further: options.iter().map(|option| option.trim_end_matches(".*").to_owned()).collect() }))
    }

    fn classify<'h>(&self, heap: &'h HeapState, _: &Progress, _: &Warnings) -> Result<Labeling<'h>> {
        let lies_in = |package: &str, outer: &str| package.strip_prefix(outer).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'));
        Ok(Labeling::by_type(heap, |at| {
            let name = &heap.type_info(at).name;
            Label::passes(!is_platform_class(name) && !self.further.iter().any(|outer| lies_in(package_of(name), outer)))
        }))
    }
}
