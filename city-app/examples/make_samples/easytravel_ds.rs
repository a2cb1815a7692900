//! easyTravel by the data structures that contain its objects: the map of `JourneyService.findLocations` has 11.8 % of the heap at the
//! first point and 39.5 % at the last one, and nine tenths of it are locations and their dates.

use crate::sample::{Sample, scatter};

const POINTS: i64 = 22;
/// Milliseconds at the first point and at the last one.
const FIRST: i64 = 148_271;
const LAST: i64 = 661_177;
/// Lists in the cache before the first point, and how many come from point to point.
const BEFORE: u64 = 44;
const REQUESTS: u64 = 10;
/// Locations in a list.
const LIST_LENGTH: u64 = 66;

const CACHE: &str = "ConcurrentHashMap (allocated in JourneyService::findLocations())";
const SETTINGS: &str = "HashMap (allocated in ConfigurationService::readSettings())";
const SESSIONS: &str = "ArrayList (allocated in UserService::login())";
const ENTITIES: &str = "HashMap (allocated in PersistenceContext::load())";
const TENANTS: &str = "HashSet (allocated in TenantService::loadTenants())";
const MESSAGES: &str = "LinkedList (allocated in Backend::accept())";
const NONE: &str = "Not contained in a data structure";
const SEVERAL: &str = "Contained in multiple data structures";

/// What does not grow: data structure, type, domain call site, bytes, objects, range of its fluctuation.
const OTHERS: [(&str, &str, &str, u64, u64, u64); 25] = [
    (SETTINGS, "String", "ConfigurationService.readSettings()", 24, 2_900, 10),
    (SETTINGS, "char[]", "ConfigurationService.readSettings()", 64, 2_900, 12),
    (SETTINGS, "HashMap$Node", "ConfigurationService.readSettings()", 32, 1_450, 8),
    (SETTINGS, "Integer", "ConfigurationService.readSettings()", 16, 256, 0),
    (ENTITIES, "EntityEntry", "PersistenceContext.load()", 80, 1_540, 40),
    (ENTITIES, "EntityKey", "PersistenceContext.load()", 40, 1_540, 40),
    (ENTITIES, "HashMap$Node", "PersistenceContext.load()", 32, 1_540, 40),
    (ENTITIES, "Booking", "BookingService.storeBooking()", 48, 1_420, 30),
    (ENTITIES, "Journey", "JourneyService.findJourneys()", 72, 1_110, 40),
    (SESSIONS, "User", "UserService.login()", 56, 610, 30),
    (SESSIONS, "LoginHistory", "UserService.login()", 32, 900, 40),
    (SESSIONS, "Object[]", "UserService.login()", 48, 190, 20),
    (TENANTS, "Tenant", "TenantService.loadTenants()", 40, 320, 0),
    (TENANTS, "HashMap$Node", "TenantService.loadTenants()", 32, 320, 0),
    (MESSAGES, "SoapMessage", "Backend.accept()", 72, 240, 30),
    (MESSAGES, "LinkedList$Node", "Backend.accept()", 24, 240, 30),
    (SEVERAL, "String", "BookingService.renderPage()", 24, 3_100, 60),
    (SEVERAL, "char[]", "BookingService.renderPage()", 96, 1_450, 30),
    (SEVERAL, "QName", "Backend.accept()", 40, 829, 20),
    (NONE, "byte[]", "Backend.main()", 120, 800, 25),
    (NONE, "Class", "Backend.main()", 112, 1_250, 6),
    (NONE, "Method", "Backend.main()", 88, 900, 4),
    (NONE, "int[]", "Backend.main()", 48, 290, 15),
    (NONE, "Thread", "Backend.main()", 376, 24, 2),
    (NONE, "BigDecimal", "BookingService.storeBooking()", 40, 560, 40),
];

pub(crate) fn sample() -> Sample {
    let times = (0..POINTS).map(|i| FIRST + (LAST - FIRST) * i / (POINTS - 1)).collect();
    let mut s = Sample::new("easyTravel: a map that grows", &["Containing Data Structure", "Type", "Closest Domain Call Site"], times);
    s.description = Some("By data structure: one map grows to two fifths of the heap. What is in it, and who makes that?");
    let lists = |i: u64| BEFORE + REQUESTS * i;
    s.group(&[CACHE, "Location", "JourneyService.findLocations()"], 24, |i| LIST_LENGTH * lists(i));
    s.group(&[CACHE, "Date", "JourneyService.parseDate()"], 24, |i| LIST_LENGTH * lists(i));
    s.group(&[CACHE, "Object[]", "JourneyService.findLocations()"], 16 + 4 * LIST_LENGTH, lists);
    s.group(&[CACHE, "ArrayList", "JourneyService.findLocations()"], 24, lists);
    s.group(&[CACHE, "QueryKey", "JourneyService.findLocations()"], 24, lists);
    s.group(&[CACHE, "ConcurrentHashMap$Node", "JourneyService.findLocations()"], 32, lists);
    for (number, (structure, of_type, site, bytes_each, objects, range)) in (0_u64..).zip(OTHERS) {
        s.group(&[structure, of_type, site], bytes_each, |i| objects + scatter(number, i, range));
    }
    s
}
