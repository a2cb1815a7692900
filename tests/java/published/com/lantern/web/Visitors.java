package com.lantern.web;

import com.lantern.published.Plan;
import com.lantern.published.Program;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.net.HttpURLConnection;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import javax.servlet.http.HttpServlet;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;
import javax.servlet.http.HttpSession;
import org.apache.catalina.Context;
import org.apache.catalina.LifecycleException;
import org.apache.catalina.core.StandardServer;
import org.apache.catalina.session.StandardManager;
import org.apache.catalina.startup.Tomcat;

/** Tomcat 9: sessions never expire, and clients without cookies begin a new one with every request. The twin's expire when idle. */
public final class Visitors extends Program {
    private static final int IDLE_SECONDS = 1;

    private final Tomcat tomcat = new Tomcat();
    private final StandardManager manager = new StandardManager();

    public Visitors(Plan plan) throws IOException, LifecycleException {
        super(plan);
        Path folder = Files.createTempDirectory("lantern");
        Runtime.getRuntime().addShutdownHook(new Thread(() -> delete(folder)));
        tomcat.setBaseDir(folder.toString());
        tomcat.setPort(0);
        tomcat.getConnector().setProperty("address", "127.0.0.1");
        ((StandardServer) tomcat.getServer()).setUtilityThreadsAsDaemon(true);
        tomcat.getEngine().setBackgroundProcessorDelay(1);
        Context shop = tomcat.addContext("", folder.toString());
        manager.setPathname("");
        manager.setProcessExpiresFrequency(1);
        shop.setManager(manager);
        int idleSeconds = plan.healthy() ? IDLE_SECONDS : -1;
        Tomcat.addServlet(shop, "basket", new BasketServlet(idleSeconds));
        shop.addServletMappingDecoded("/basket", "basket");
        tomcat.start();
    }

    @Override
    protected void round(int round) throws IOException {
        int port = tomcat.getConnector().getLocalPort();
        for (int at = plan.perRound(40_000); at > 0; at--) {
            URL basket = new URL("http://127.0.0.1:" + port + "/basket?article=" + (round * 31 + at * 17) % 1000);
            HttpURLConnection request = (HttpURLConnection) basket.openConnection();
            try (InputStream answer = request.getInputStream()) {
                answer.readAllBytes();
            }
        }
    }

    @Override
    protected long kept() {
        return manager.getActiveSessions();
    }

    private static void delete(Path folder) {
        try (Stream<Path> paths = Files.walk(folder)) {
            paths.sorted(Comparator.reverseOrder()).map(Path::toFile).forEach(File::delete);
        } catch (IOException gone) {
            return;
        }
    }
}

final class BasketServlet extends HttpServlet {
    private static final long serialVersionUID = 1;

    private final int idleSeconds;

    BasketServlet(int idleSeconds) {
        this.idleSeconds = idleSeconds;
    }

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
        HttpSession session = request.getSession();
        session.setMaxInactiveInterval(idleSeconds);
        List<String> basket = new ArrayList<>();
        for (int at = 0; at < 400; at++) {
            basket.add("article " + request.getParameter("article") + " seen from page " + at + " of the lamps");
        }
        session.setAttribute("basket", basket);
        response.getWriter().print(basket.get(0));
    }
}
