//! Fig 11: Commons HttpClient 3.0.1 under a driver that opens batches of connections and deletes each one shortly
//! after. Connection pools stay in a map for ever: six buildings grow, and dip a little after each batch.

use crate::sample::{Sample, scatter};

const POINTS: i64 = 25;
/// Pools that stay, per point.
const LEAKED: u64 = 1_000;
/// Points per batch; the fourth of them is its peak.
const BATCH_POINTS: u64 = 5;
const PEAK: u64 = 5_000;

/// Other types of the client and the driver.
const CLIENT_TYPES: [&str; 20] = [
    "HttpConnection",
    "HttpState",
    "HttpMethodParams",
    "HttpClientParams",
    "Header",
    "HeaderGroup",
    "StatusLine",
    "URI",
    "GetMethod",
    "HttpVersion",
    "HttpClient",
    "Protocol",
    "DefaultProtocolSocketFactory",
    "ChunkedInputStream",
    "ContentLengthInputStream",
    "HttpConnectionParams",
    "Cookie",
    "CookieSpecBase",
    "AuthState",
    "NameValuePair",
];
/// Types of the JDK that live beside it.
const JDK_TYPES: [&str; 40] = [
    "Class",
    "Object[]",
    "byte[]",
    "char[]",
    "int[]",
    "ArrayList",
    "Hashtable$Entry",
    "Hashtable",
    "WeakHashMap$Entry",
    "SoftReference",
    "WeakReference",
    "Finalizer",
    "Method",
    "Field",
    "Constructor",
    "Integer",
    "Long",
    "Byte",
    "Character",
    "Boolean",
    "Thread",
    "ThreadLocal",
    "ThreadLocalMap$Entry",
    "Locale",
    "Properties",
    "URL",
    "File",
    "Socket",
    "SocksSocketImpl",
    "Inet4Address",
    "InetAddress$Holder",
    "FileDescriptor",
    "BufferedInputStream",
    "BufferedOutputStream",
    "SocketInputStream",
    "SocketOutputStream",
    "ConcurrentHashMap$Node",
    "AtomicInteger",
    "ReentrantLock",
    "Vector",
];

/// Pools at a point: what leaked, and the batch that is under way.
fn pools(i: u64) -> u64 {
    let batch = match i % BATCH_POINTS {
        4 => PEAK,
        0 => PEAK / 2,
        _ => 0,
    };
    LEAKED * i + batch
}

/// Connections that are open: they come and go with the batch.
fn open_connections(i: u64) -> u64 {
    [40, 260, 520, 900, 380][usize::try_from(i % BATCH_POINTS).unwrap_or(0)]
}

pub(crate) fn sample() -> Sample {
    let times = (1..=POINTS).map(|i| 3_900 * i + 17 * (i % 5) * i).collect();
    let mut s = Sample::new("Fig 11: connection pools of Commons HttpClient", &["Type", "Allocation Site"], times);
    let pool_type = "MultiThreadedHttpConnectionManager$HostConnectionPool";
    let get_pool = "MultiThreadedHttpConnectionManager$ConnectionPool.getHostPool()";
    let pool = s.group(&[pool_type, get_pool], 32, pools);
    let list = s.group(&["LinkedList", "MultiThreadedHttpConnectionManager$HostConnectionPool.<init>()"], 32, pools);
    let configuration = s.group(&["HostConfiguration", "HostConfiguration.clone()"], 48, |i| pools(i) + 20);
    let params = s.group(&["HostParams", "HostConfiguration.<init>()"], 24, |i| pools(i) + 25);
    let map_node = s.group(&["HashMap$Node", "HashMap.newNode()"], 32, |i| pools(i) + 310);
    let host = s.group(&["String", "BatchDriver.nextHostName()"], 24, |i| pools(i) - pools(i) / 20);

    let table = s.group(&["HashMap$Node[]", "HashMap.resize()"], 2_064, |_| 64);
    let map = s.group(&["HashMap", "MultiThreadedHttpConnectionManager$ConnectionPool.<init>()"], 48, |_| 1);
    let manager_type = "MultiThreadedHttpConnectionManager$ConnectionPool";
    let manager = s.group(&[manager_type, "MultiThreadedHttpConnectionManager.<init>()"], 32, |_| 1);
    let literal = s.group(&["String", "Class.getDeclaredFields0()"], 24, |_| 640);
    let parsed = s.group(&["String", "HttpParser.readLine()"], 24, open_connections);

    // manager -> map -> table -> node -> pool -> configuration, list; the node's key is the configuration as well.
    s.refer(manager, map, |_, _| (1, 1));
    s.refer(map, table, |_, _| (1, 1));
    s.refer(table, map_node, |_, nodes| (1, nodes));
    s.refer(map_node, pool, |_, pools| (pools, pools));
    s.refer(map_node, configuration, |_, configurations| (configurations - 20, configurations - 20));
    s.refer(pool, configuration, |pools, _| (pools, pools));
    s.refer(pool, list, |pools, lists| (pools, lists));
    s.refer(configuration, params, |configurations, _| (configurations, configurations));
    s.refer(configuration, host, |configurations, hosts| (configurations, hosts));

    let mut previous = literal;
    for (number, name) in (0_u64..).zip(CLIENT_TYPES) {
        let constructor = format!("HttpMethodDirector.{}()", if number % 2 == 0 { "executeWithRetry" } else { "executeMethod" });
        // Sawtooth: most of the client's own objects live as long as a connection.
        let scale = 8 - number / 3;
        let objects = |i| 4 + open_connections(i) * scale / 10 + scatter(number, i, 6);
        let group = s.group(&[name, &constructor], 24 + 8 * (number % 5), objects);
        s.refer(group, parsed, |objects, strings| (objects / 3, strings / (number + 2)));
        s.refer(previous, group, |holders, objects| (holders.min(objects) / 2, objects / 2));
        previous = group;
    }
    for (number, name) in (0_u64..).zip(JDK_TYPES) {
        // Flat, with the small changes that every running JVM shows.
        let sites = ["ClassLoader.loadClass()", "ObjectStreamClass.lookup()", "Launcher.main()"];
        let site = sites[usize::try_from(number % 3).unwrap_or(0)];
        let size = 30 + 400 / (number + 1);
        let objects = |i| size + scatter(number + 100, i, 5);
        let group = s.group(&[name, site], 16 + 8 * (number % 7), objects);
        if number % 4 == 0 {
            s.refer(group, literal, |objects, _| (objects / 2, objects / 2));
        }
    }
    // What the class loader has read, flat as well: at the end the six types that grow are nine tenths of the heap.
    s.group(&["byte[]", "ClassLoader.defineClass()"], 2_400, |i| 140 + scatter(200, i, 3));
    s
}
