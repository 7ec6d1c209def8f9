"use strict";
// Loaded by `node --require` into the unmodified suites: sends their fixed hosts and ports to the server under test.
// CONFORMANCE_PORTS: {"plain": n, "tls": n, "local": {"3000": n, ...}}; host names of Pusher go to plain and tls,
// the fixed local ports (of the auth server and the test proxy) to free ones, for listening and connecting alike.
const net = require("node:net");

const ports = JSON.parse(process.env.CONFORMANCE_PORTS);
const { connect } = net.Socket.prototype;
const { listen } = net.Server.prototype;

function redirect(options) {
  const port = Number(options.port);
  if (typeof options.host === "string" && options.host.endsWith(".pusher.com")) {
    return { ...options, host: "127.0.0.1", port: port === 443 ? ports.tls : ports.plain };
  }
  const local = ports.local[port];
  return local === undefined ? options : { ...options, host: "127.0.0.1", port: local };
}

net.Socket.prototype.connect = function connectRedirected(...args) {
  // Node passes its normalized form, one array with options and callback; everything else is normalized here.
  const normalized = Array.isArray(args[0]) ? args[0] : net._normalizeArgs(args);
  normalized[0] = redirect(normalized[0]);
  return connect.call(this, normalized);
};

net.Server.prototype.listen = function listenRedirected(port, ...rest) {
  const local = typeof port === "object" ? undefined : ports.local[Number(port)];
  if (local === undefined) return listen.call(this, port, ...rest);
  return listen.call(this, local, "127.0.0.1", ...rest.filter((argument) => typeof argument === "function"));
};
