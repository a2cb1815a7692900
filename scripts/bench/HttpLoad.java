import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/**
 * Loads a web server: {@code HttpLoad PORT PATH REQUESTS RATE SECONDS}. Waits until it answers, sends requests to warm it up, so many
 * as fast as it answers, and then a number of them per second for some time. Says how many
 * were answered per second, and the median and the 99th percentile of the time from the moment a request was due at its rate: one that
 * waits because the one before it is late counts as late, too.
 */
public class HttpLoad {
    private static final int CONNECTIONS = 8;

    private static int port;
    private static byte[] request;

    public static void main(String[] arguments) throws Exception {
        port = Integer.parseInt(arguments[0]);
        request = ("GET " + arguments[1] + " HTTP/1.1\r\nHost: localhost\r\n").getBytes(StandardCharsets.US_ASCII);
        int requests = Integer.parseInt(arguments[2]);
        int rate = Integer.parseInt(arguments[3]);
        int seconds = Integer.parseInt(arguments[4]);
        waitForServer();
        send(requests / 2, 0);
        long start = System.nanoTime();
        send(requests, 0);
        double took = (System.nanoTime() - start) / 1e9;
        long[] nanos = send(rate * seconds, rate);
        Arrays.sort(nanos);
        System.out.printf("seconds=%.3f%nper_second=%.1f%nmedian_ms=%.3f%np99_ms=%.3f%n", took, requests / took,
            nanos[nanos.length / 2] / 1e6, nanos[nanos.length * 99 / 100] / 1e6);
    }

    private static void waitForServer() throws InterruptedException {
        for (int attempt = 0; attempt < 600; attempt++) {
            try (Client client = new Client()) {
                client.ask();
                return;
            } catch (IOException e) {
                Thread.sleep(100);
            }
        }
        throw new IllegalStateException("nobody listens at port " + port);
    }

    /** How long each of so many requests took; as fast as possible with a rate of 0. */
    private static long[] send(int requests, int rate) throws InterruptedException {
        long[] nanos = new long[requests];
        AtomicInteger next = new AtomicInteger();
        long start = System.nanoTime();
        List<Thread> threads = new ArrayList<>();
        for (int number = 0; number < CONNECTIONS; number++) {
            Thread thread = new Thread(() -> {
                try (Client client = new Client()) {
                    for (int at = next.getAndIncrement(); at < requests; at = next.getAndIncrement()) {
                        long due = rate == 0 ? System.nanoTime() : start + at * 1_000_000_000L / rate;
                        while (due > System.nanoTime()) {
                            LockSupport.parkNanos(due - System.nanoTime());
                        }
                        client.ask();
                        nanos[at] = System.nanoTime() - due;
                    }
                } catch (IOException e) {
                    e.printStackTrace();
                    System.exit(1);
                }
            });
            threads.add(thread);
            thread.start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        return nanos;
    }

    /** A connection of a visitor, with the session that the server has given. */
    private static final class Client implements AutoCloseable {
        private final Socket socket = new Socket(InetAddress.getLoopbackAddress(), port);
        private final InputStream from = new BufferedInputStream(socket.getInputStream());
        private final OutputStream to = socket.getOutputStream();
        private byte[] cookie = "\r\n".getBytes(StandardCharsets.US_ASCII);

        Client() throws IOException {
            socket.setTcpNoDelay(true);
        }

        void ask() throws IOException {
            byte[] whole = Arrays.copyOf(request, request.length + cookie.length);
            System.arraycopy(cookie, 0, whole, request.length, cookie.length);
            to.write(whole);
            String first = line();
            if (!first.contains(" 200")) {
                throw new IOException("answers " + first);
            }
            int length = -1;
            for (String line = line(); !line.isEmpty(); line = line()) {
                String lower = line.toLowerCase();
                if (lower.startsWith("content-length:")) {
                    length = Integer.parseInt(line.substring(15).trim());
                } else if (lower.startsWith("set-cookie:")) {
                    cookie = ("Cookie: " + line.substring(11).trim().split(";")[0] + "\r\n\r\n").getBytes(StandardCharsets.US_ASCII);
                }
            }
            if (length >= 0) {
                from.readNBytes(length);
                return;
            }
            for (int chunk = chunk(); chunk > 0; chunk = chunk()) {
                from.readNBytes(chunk);
                line();
            }
            line();
        }

        private int chunk() throws IOException {
            return Integer.parseInt(line().trim(), 16);
        }

        private String line() throws IOException {
            StringBuilder line = new StringBuilder();
            for (int sign = from.read(); sign != '\n'; sign = from.read()) {
                if (sign < 0) {
                    throw new IOException("the server has closed the connection");
                }
                if (sign != '\r') {
                    line.append((char) sign);
                }
            }
            return line.toString();
        }

        @Override
        public void close() throws IOException {
            socket.close();
        }
    }
}
