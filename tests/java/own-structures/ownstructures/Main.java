package ownstructures;

import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * Data structures of one's own, and objects that look like some, in a dump: {@code java ownstructures.Main own.hprof}. The classes of
 * {@code Traps} are none; heads are what the constant says.
 */
public class Main {
    /** Every head class. */
    static final String HEADS = "SinglyLinked CircularList UnrolledList LinkStack GrowingList RingBuffer BinaryHeap ObjectPool Arena "
        + "ChainedTable NameSet OpenTable SegmentedTable SkipTable SearchTree ParentedTree LetterTrie MapTrie Outline PageTree";

    static final List<Object> ALL = new ArrayList<>();
    static final Random RANDOM = new Random(42);

    public static void main(String[] arguments) throws Exception {
        for (int at = 0; at < 12; at++) structures(at);
        for (int at = 0; at < 12; at++) traps(at);
        ManagementFactory.getPlatformMXBean(com.sun.management.HotSpotDiagnosticMXBean.class).dumpHeap(arguments[0], true);
        System.out.println(HEADS);
    }

    /** Of each kind one, with content of one class; each of another number. */
    private static void structures(int number) {
        int size = 5 + number * 17;
        SinglyLinked singly = new SinglyLinked();
        CircularList<Object> ring = new CircularList<>();
        UnrolledList unrolled = new UnrolledList();
        LinkStack stack = new LinkStack();
        GrowingList list = new GrowingList();
        RingBuffer buffer = new RingBuffer(64);
        BinaryHeap heap = new BinaryHeap();
        Arena arena = new Arena();
        ChainedTable chained = new ChainedTable();
        NameSet names = new NameSet();
        OpenTable open = new OpenTable();
        SegmentedTable segmented = new SegmentedTable();
        SkipTable skip = new SkipTable();
        SearchTree search = new SearchTree();
        ParentedTree parented = new ParentedTree();
        LetterTrie letters = new LetterTrie();
        MapTrie maps = new MapTrie();
        Outline outline = new Outline();
        OutlineNode at = outline.top;
        for (int done = 0; done < size; done++) {
            singly.add(content(number, done));
            ring.add(content(number, done));
            unrolled.add(content(number, done));
            stack.push(content(number, done));
            list.add(content(number, done));
            buffer.put(content(number, done));
            heap.add(RANDOM.nextInt());
            arena.add(new Payload(done));
            chained.put(word(), content(number, done));
            names.add(word());
            open.put(word(), content(number, done));
            segmented.put(word(), content(number, done));
            skip.put(word(), content(number, done));
            search.put(word(), content(number, done));
            parented.add(RANDOM.nextInt(), content(number, done));
            letters.put(word(), content(number, done));
            maps.put(word(), content(number, done));
            OutlineNode next = at.add(content(number, done));
            at = done % 3 == 0 || at.parent == null ? next : at.parent;
        }
        ObjectPool pool = new ObjectPool(100, size % 90, () -> new Payload(1));
        PageTree pages = new PageTree(number % 3 + 1, 1000 * number);
        ALL.addAll(List.of(singly, ring, unrolled, stack, list, buffer, heap, arena, pool, pages));
        ALL.addAll(List.of(chained, names, open, segmented, skip, search, parented, letters, maps, outline));
    }

    private static Object content(int number, int at) {
        return switch (number % 4) {
            case 0 -> "text " + at;
            case 1 -> Integer.valueOf(1000 + at);
            case 2 -> new Payload(at);
            default -> new long[] { at };
        };
    }

    private static String word() {
        char[] letters = new char[2 + RANDOM.nextInt(7)];
        for (int at = 0; at < letters.length; at++) letters[at] = (char) ('a' + RANDOM.nextInt(26));
        return new String(letters);
    }

    private static void traps(int number) {
        Company company = new Company();
        for (int at = 0; at < 40; at++) {
            Employee employee = new Employee();
            employee.name = word();
            employee.manager = company.staff.isEmpty() ? null : company.staff.get(at / 3);
            company.staff.add(employee);
        }
        company.owner = company.staff.get(0);
        Army army = new Army();
        army.general = officer(null, 3);
        Document document = new Document();
        document.title = word();
        document.root = element(document, null, 4);
        Polygon polygon = new Polygon();
        polygon.corners = new Point[] { new Point(), new Point(), new Point() };
        Matrix matrix = new Matrix();
        matrix.rows = new double[3][3];
        Customer customer = new Customer();
        customer.name = word();
        Cart cart = new Cart();
        for (int at = 0; at < 3 + number; at++) {
            Order order = new Order();
            order.customer = customer;
            order.items.add(new Item());
            order.items.add(new Item());
            cart.items.add(new Item());
            ALL.add(order);
        }
        Dispatcher dispatcher = new Dispatcher();
        for (int at = 0; at < 5; at++) {
            Handler handler = new Handler();
            handler.name = word();
            handler.next = dispatcher.first;
            dispatcher.first = handler;
        }
        ALL.addAll(List.of(company, army, document, polygon, matrix, cart, dispatcher, country()));
        Article article = new Article();
        article.title = word();
        for (int at = 0; at < 20; at++) {
            Revision revision = new Revision();
            revision.text = word();
            revision.author = word();
            revision.previous = article.latest;
            article.latest = revision;
        }
        Formula formula = new Formula();
        formula.expression = expression(5);
        formula.unit = word();
        Ticket ticket = new Ticket();
        ticket.passenger = word();
        for (int at = 0; at < 3; at++) {
            Flight flight = new Flight();
            flight.from = word();
            flight.to = word();
            flight.connection = ticket.flight;
            ticket.flight = flight;
        }
        Settings settings = new Settings();
        settings.tags = new String[] { word(), word(), word() };
        Registry registry = new Registry();
        registry.town = word();
        registry.people = new Person[30];
        for (int at = 0; at < 30; at++) {
            Person person = registry.people[at] = new Person();
            person.name = word();
            person.mother = at > 4 ? registry.people[RANDOM.nextInt(at)] : null;
            person.father = at > 4 ? registry.people[RANDOM.nextInt(at)] : null;
        }
        Interpreter interpreter = new Interpreter();
        for (int at = 0; at < 4; at++) {
            Scope scope = new Scope();
            scope.outer = interpreter.scope;
            scope.variables.put(word(), word());
            interpreter.scope = scope;
        }
        Button button = new Button();
        button.label = word();
        button.listeners = new Runnable[] { () -> button.label = null, () -> button.listeners = null };
        Pipeline pipeline = new Pipeline();
        pipeline.name = word();
        for (int at = 0; at < 4; at++) {
            Stage stage = new Stage();
            stage.name = word();
            stage.input = pipeline.last;
            pipeline.last = stage;
        }
        ALL.addAll(List.of(article, formula, ticket, settings, registry, interpreter, button, pipeline));
    }

    private static Officer officer(Officer superior, int levels) {
        Officer officer = new Officer();
        officer.name = word();
        officer.superior = superior;
        officer.reports = new Officer[levels == 0 ? 0 : 3];
        for (int at = 0; at < officer.reports.length; at++) officer.reports[at] = officer(officer, levels - 1);
        return officer;
    }

    private static Element element(Document document, Element parent, int levels) {
        Element element = new Element();
        element.document = document;
        element.parent = parent;
        element.tag = word();
        element.text = word();
        element.attributes.put(word(), word());
        for (int at = 0; at < 3 && levels > 0; at++) element.children.add(element(document, element, levels - 1));
        return element;
    }

    private static Expression expression(int levels) {
        if (levels == 0) return new Number();
        Sum sum = new Sum();
        sum.left = expression(levels - 1);
        sum.right = expression(RANDOM.nextInt(levels));
        return sum;
    }

    private static Country country() {
        Country country = new Country();
        country.cities = new City[10];
        for (int at = 0; at < 10; at++) {
            country.cities[at] = new City();
            country.cities[at].name = word();
        }
        for (City city : country.cities) {
            city.roads = new Road[3];
            for (int at = 0; at < 3; at++) {
                city.roads[at] = new Road();
                city.roads[at].from = city;
                city.roads[at].to = country.cities[RANDOM.nextInt(10)];
            }
        }
        country.capital = country.cities[0];
        return country;
    }
}

/** Content. */
class Payload {
    final long number;

    Payload(long number) {
        this.number = number;
    }
}
