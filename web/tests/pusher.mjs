// A program that pushes memory trees to a WebSocket, as the original tools do: just enough of the protocol for a test.

import { randomBytes } from 'node:crypto';
import { connect } from 'node:net';

/** Connects; `push` of what is returned sends a text and waits for the answer. */
export async function pusher(address) {
  const [host, port] = address.replace('ws://', '').split(':');
  const socket = connect(Number(port), host);
  const received = [];
  let waiting = null;
  socket.on('data', (bytes) => {
    received.push(bytes);
    waiting?.();
  });
  const more = () => new Promise((resolve) => { waiting = resolve; });
  const key = randomBytes(16).toString('base64');
  socket.write(`GET / HTTP/1.1\r\nHost: ${host}:${port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: ${key}\r\nSec-WebSocket-Version: 13\r\n\r\n`);
  while (!Buffer.concat(received).includes('\r\n\r\n')) await more();
  received.length = 0;
  return {
    async push(text) {
      socket.write(frame(Buffer.from(text)));
      while (!Buffer.concat(received).includes('}')) await more();
      const answer = Buffer.concat(received).toString();
      received.length = 0;
      return answer.slice(answer.indexOf('{'));
    },
    close: () => socket.destroy(),
  };
}

/** A masked text frame. */
function frame(payload) {
  const mask = randomBytes(4);
  const masked = Buffer.from(payload.map((byte, at) => byte ^ mask[at % 4]));
  const length = Buffer.alloc(8);
  length.writeBigUInt64BE(BigInt(payload.length));
  return Buffer.concat([Buffer.from([0x81, 0x80 | 127]), length, mask, masked]);
}
