import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** Locks of files: held until they are given up, against others in this process and against other processes. */
public class Locks {
    public static void main(String[] arguments) throws Exception {
        if (arguments.length > 0) {
            try (FileChannel file = FileChannel.open(Path.of(arguments[0]), StandardOpenOption.WRITE); FileLock lock = file.tryLock()) {
                System.out.print(lock != null);
            }
            return;
        }
        Load.start();
        Path path = Files.createTempFile("stress", ".lock");
        int taken = 0;
        int refused = 0;
        for (int at = 0; at < 2000; at++) {
            try (FileChannel file = FileChannel.open(path, StandardOpenOption.WRITE); FileLock lock = file.lock()) {
                taken += lock.isValid() ? 1 : 0;
                try (FileChannel other = FileChannel.open(path, StandardOpenOption.WRITE)) {
                    other.tryLock();
                } catch (OverlappingFileLockException e) {
                    refused++;
                }
            }
        }
        System.out.println("taken " + taken + " refused " + refused);
        try (FileChannel file = FileChannel.open(path, StandardOpenOption.WRITE)) {
            FileLock lock = file.lock();
            Load.pause(500);
            System.out.println("another process while it is held: " + ask(path));
            lock.release();
            System.out.println("afterwards: " + ask(path));
        }
        Files.delete(path);
    }

    private static String ask(Path path) throws Exception {
        String java = System.getProperty("java.home") + "/bin/java";
        Process child = new ProcessBuilder(java, "-Xmx32m", "-cp", System.getProperty("java.class.path"), "Locks", path.toString()).start();
        return new String(child.getInputStream().readAllBytes());
    }
}
