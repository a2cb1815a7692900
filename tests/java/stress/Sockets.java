import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;

/** A server closes connections, and the other side sees that at once: nobody else holds them open. */
public class Sockets {
    private static final long AT_ONCE_NANOS = 1_000_000_000L;

    static volatile long closing;

    public static void main(String[] arguments) throws Exception {
        Load.start();
        try (ServerSocket server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
            Thread serving = new Thread(() -> serve(server));
            serving.setDaemon(true);
            serving.start();
            int late = 0;
            int bytes = 0;
            for (int at = 0; at < 150; at++) {
                try (Socket socket = new Socket(server.getInetAddress(), server.getLocalPort())) {
                    socket.setSoTimeout(20_000);
                    socket.getOutputStream().write(at);
                    if (at % 25 == 0) {
                        // Whatever it is given when it starts, it holds for longer than anybody may wait.
                        new ProcessBuilder("sleep", "3").start();
                    }
                    InputStream from = socket.getInputStream();
                    while (from.read() >= 0) {
                        bytes++;
                    }
                    late += System.nanoTime() - closing > AT_ONCE_NANOS ? 1 : 0;
                }
            }
            System.out.println("bytes " + bytes + " late " + late);
        }
    }

    private static void serve(ServerSocket server) {
        while (true) {
            try (Socket socket = server.accept()) {
                byte[] answer = new byte[2000 + socket.getInputStream().read()];
                OutputStream to = socket.getOutputStream();
                to.write(answer);
                to.flush();
                closing = System.nanoTime();
            } catch (java.io.IOException e) {
                // The server is closed: the program is over.
                return;
            }
        }
    }
}
