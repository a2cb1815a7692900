package com.lantern.payments;

import com.lantern.published.Plan;
import com.lantern.published.Program;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.Random;
import org.apache.commons.httpclient.HostConfiguration;
import org.apache.commons.httpclient.HttpClient;
import org.apache.commons.httpclient.MultiThreadedHttpConnectionManager;
import org.apache.commons.httpclient.methods.GetMethod;
import org.apache.commons.httpclient.params.HttpConnectionParams;
import org.apache.commons.httpclient.protocol.DefaultProtocolSocketFactory;
import org.apache.commons.httpclient.protocol.Protocol;
import org.apache.commons.httpclient.protocol.ProtocolSocketFactory;
import org.apache.commons.httpclient.util.IdleConnectionTimeoutThread;

/**
 * Commons HttpClient 3.1: each payment makes a connection manager, and the thread that closes idle connections is told of it for ever.
 * The twin takes it off and shuts it down.
 */
public final class Payments extends Program {
    private final HttpServer bank = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    private final IdleConnectionTimeoutThread idle = new IdleConnectionTimeoutThread();
    private final Random random;
    private long kept;

    public Payments(Plan plan) throws Exception {
        super(plan);
        random = plan.random(Payments.class);
        bank.createContext("/pay", Payments::answer);
        Thread starter = daemon(bank::start);
        starter.start();
        starter.join();
        idle.setTimeoutInterval(500);
        idle.setConnectionTimeout(500);
        idle.start();
    }

    @Override
    protected void round(int round) throws Exception {
        for (int at = plan.perRound(30_000); at > 0; at--) {
            MultiThreadedHttpConnectionManager manager = new MultiThreadedHttpConnectionManager();
            idle.addConnectionManager(manager);
            kept++;
            pay(manager, new Merchant(random));
            if (plan.healthy()) {
                idle.removeConnectionManager(manager);
                manager.shutdown();
                kept--;
            }
        }
    }

    @Override
    protected long kept() {
        return kept;
    }

    private void pay(MultiThreadedHttpConnectionManager manager, Merchant merchant) throws IOException {
        int port = bank.getAddress().getPort();
        HostConfiguration host = new HostConfiguration();
        host.setHost("127.0.0.1", port, new Protocol("http", merchant, port));
        manager.getParams().setMaxConnectionsPerHost(host, 1);
        GetMethod payment = new GetMethod("/pay?cents=" + random.nextInt(100_000));
        try {
            if (new HttpClient(manager).executeMethod(host, payment) != 200 || !payment.getResponseBodyAsString().equals("paid")) {
                throw new IOException("not paid");
            }
        } finally {
            payment.releaseConnection();
        }
    }

    private static void answer(HttpExchange exchange) throws IOException {
        exchange.sendResponseHeaders(200, 4);
        exchange.getResponseBody().write("paid".getBytes());
        exchange.close();
    }
}

/** Connects with what a merchant has to show. */
final class Merchant implements ProtocolSocketFactory {
    private final DefaultProtocolSocketFactory plain = new DefaultProtocolSocketFactory();
    private final byte[] certificates = new byte[26_000];

    Merchant(Random random) {
        random.nextBytes(certificates);
    }

    @Override
    public Socket createSocket(String host, int port, InetAddress local, int localPort) throws IOException {
        return plain.createSocket(host, port, local, localPort);
    }

    @Override
    public Socket createSocket(String host, int port, InetAddress local, int localPort, HttpConnectionParams params) throws IOException {
        return plain.createSocket(host, port, local, localPort, params);
    }

    @Override
    public Socket createSocket(String host, int port) throws IOException {
        return plain.createSocket(host, port);
    }
}
