import java.math.BigInteger;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** An ordinary program of many classes and some threads, for what is special about the JVM it runs in. */
public class Churn {
    private static final Map<Integer, String> SHARED = new ConcurrentHashMap<>();

    public static void main(String[] arguments) throws Exception {
        Load.start();
        ExecutorService pool = Executors.newFixedThreadPool(4);
        List<Future<Long>> parts = new ArrayList<>();
        for (int part = 0; part < 60; part++) {
            int seed = part;
            parts.add(pool.submit(() -> work(new Random(seed))));
        }
        long sum = 0;
        for (Future<Long> part : parts) {
            sum += part.get();
        }
        pool.shutdown();
        System.gc();
        System.out.println("sum " + sum + " shared " + SHARED.size());
    }

    private static long work(Random random) {
        long sum = 0;
        Map<String, List<Integer>> index = new HashMap<>();
        for (int at = 0; at < 4000; at++) {
            index.computeIfAbsent("key " + random.nextInt(700), key -> new ArrayList<>()).add(random.nextInt());
        }
        for (Map.Entry<String, List<Integer>> entry : new TreeMap<>(index).entrySet()) {
            sum = sum * 31 + entry.getKey().hashCode() + entry.getValue().stream().sorted().toList().hashCode();
            SHARED.put((int) (sum & 4095), entry.getKey());
        }
        String text = IntStream.range(0, 300).mapToObj(at -> LocalDate.of(2000, 1, 1).plusDays(random.nextInt(9000)).toString())
            .collect(Collectors.joining(","));
        sum += Pattern.compile("-0\\d-").matcher(text).results().count();
        return sum + BigInteger.valueOf(random.nextInt(100) + 2).pow(600).hashCode();
    }
}
