//! Fig 12: the easyTravel demo with its hidden leak. `JourneyService.findLocations` caches every result list under a
//! key without equals and hashCode, so each request misses and adds one more list of locations.

use crate::sample::{Sample, scatter};

const POINTS: i64 = 24;
/// Requests between two points; each caches one list.
const REQUESTS: u64 = 22;
/// Locations in a list.
const LIST_LENGTH: u64 = 25;
/// Different names of places, shared by all locations.
const NAMES: u64 = 140;

const SERVICE: &str = "JourneyService.findLocations()";
/// The rest of the application: type, domain call site, bytes, objects, range of its fluctuation.
const OTHERS: [(&str, &str, u64, u64, u64); 36] = [
    ("char[]", "ConfigurationService.readSettings()", 64, 900, 12),
    ("char[]", "BookingService.renderPage()", 96, 240, 160),
    ("String", "ConfigurationService.readSettings()", 24, 880, 10),
    ("String", "BookingService.renderPage()", 24, 260, 150),
    ("HashMap$Node", "ConfigurationService.readSettings()", 32, 640, 8),
    ("HashMap", "ConfigurationService.readSettings()", 48, 120, 4),
    ("Object[]", "UserService.login()", 48, 90, 40),
    ("ArrayList", "UserService.login()", 24, 85, 40),
    ("User", "UserService.login()", 56, 310, 60),
    ("Booking", "BookingService.storeBooking()", 48, 420, 90),
    ("Journey", "JourneyService.findJourneys()", 72, 380, 120),
    ("Date", "BookingService.storeBooking()", 24, 430, 90),
    ("Tenant", "TenantService.loadTenants()", 40, 32, 0),
    ("Schedule", "JourneyService.findJourneys()", 40, 210, 60),
    ("LoginHistory", "UserService.login()", 32, 500, 70),
    ("BigDecimal", "BookingService.storeBooking()", 40, 360, 80),
    ("Integer", "ConfigurationService.readSettings()", 16, 256, 0),
    ("Long", "UserService.login()", 16, 300, 60),
    ("Class", "Backend.main()", 112, 1_250, 6),
    ("Method", "Backend.main()", 88, 600, 4),
    ("byte[]", "Backend.main()", 120, 330, 25),
    ("int[]", "Backend.main()", 48, 190, 15),
    ("WeakReference", "Backend.main()", 48, 210, 12),
    ("Finalizer", "PersistenceContext.open()", 64, 24, 18),
    ("Session", "PersistenceContext.open()", 96, 18, 14),
    ("EntityKey", "PersistenceContext.load()", 40, 520, 140),
    ("EntityEntry", "PersistenceContext.load()", 80, 520, 140),
    ("Query", "PersistenceContext.load()", 64, 60, 40),
    ("Thread", "Backend.main()", 376, 24, 2),
    ("ThreadLocalMap$Entry", "Backend.main()", 32, 130, 10),
    ("Socket", "Backend.accept()", 48, 14, 10),
    ("SoapMessage", "Backend.accept()", 72, 40, 36),
    ("QName", "Backend.accept()", 40, 340, 30),
    ("Locale", "ConfigurationService.readSettings()", 32, 16, 0),
    ("Properties", "ConfigurationService.readSettings()", 48, 9, 0),
    ("ReentrantLock", "Backend.main()", 48, 75, 3),
];

pub(crate) fn sample() -> Sample {
    let times = (1..=POINTS).map(|i| 11_000 * i + 23 * i * i).collect();
    let mut s = Sample::new("Fig 12: the location cache of easyTravel", &["Type", "Closest Domain Call Site"], times);
    let lists = |i: u64| REQUESTS * i;
    let locations = |i: u64| LIST_LENGTH * lists(i);
    let location = s.group(&["Location", SERVICE], 32, locations);
    // A few dates of the service's own statistics come on top.
    let date = s.group(&["Date", SERVICE], 24, |i| locations(i) + 30);
    let backbone = s.group(&["Object[]", SERVICE], 120, lists);
    let list = s.group(&["ArrayList", SERVICE], 24, lists);
    let key = s.group(&["QueryKey", SERVICE], 24, lists);
    let entry = s.group(&["ConcurrentHashMap$Node", SERVICE], 32, lists);
    let table = s.group(&["ConcurrentHashMap$Node[]", SERVICE], 4_112, |_| 1);
    let map = s.group(&["ConcurrentHashMap", "JourneyService.<clinit>()"], 64, |_| 1);
    let name = s.group(&["String", SERVICE], 24, |_| NAMES);
    let letters = s.group(&["char[]", SERVICE], 40, |_| NAMES);
    s.refer(map, table, |_, _| (1, 1));
    s.refer(table, entry, |_, entries| (1, entries));
    s.refer(entry, list, |entries, lists| (entries, lists));
    s.refer(entry, key, |entries, keys| (entries, keys));
    s.refer(list, backbone, |lists, arrays| (lists, arrays));
    s.refer(backbone, location, |arrays, locations| (arrays, locations));
    s.refer(location, date, |locations, _| (locations, locations));
    s.refer(location, name, |locations, names| (locations, names));
    s.refer(name, letters, |names, letters| (names, letters));

    let mut strings = name;
    for (number, (district, building, bytes_each, objects, range)) in (0_u64..).zip(OTHERS) {
        let group = s.group(&[district, building], bytes_each, |i| objects + scatter(number, i, range));
        match district {
            "String" => strings = group,
            "char[]" | "Integer" | "Long" | "byte[]" | "int[]" | "ReentrantLock" => {}
            _ if number % 3 == 0 => s.refer(group, strings, |objects, strings| (objects, strings / (number + 1))),
            _ => {}
        }
    }
    s
}
