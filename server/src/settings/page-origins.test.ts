import { expect, test } from "vitest";
import { addressToOpen, hostNames, liveOrigins, pageOrigins } from "./page-origins.ts";

const local = { host: "127.0.0.1", port: 8080, tlsPort: null, publicUrl: null };

test("[RUN-1] the address to open is the public one, or otherwise the server's own", () => {
  expect(addressToOpen(local)).toBe("http://127.0.0.1:8080/");
  expect(addressToOpen({ ...local, host: "::1" })).toBe("http://[::1]:8080/");
  expect(addressToOpen({ ...local, tlsPort: 8443 })).toBe("https://127.0.0.1:8443/");
  expect(addressToOpen({ ...local, publicUrl: "https://chat.example.ro" })).toBe("https://chat.example.ro/");
});

test("[LIVE-1] pages of a loopback server may use every name of the machine, only on its ports", () => {
  expect(pageOrigins({ ...local, tlsPort: 8443 })).toEqual([
    "https://127.0.0.1:8443",
    "https://localhost:8443",
    "https://[::1]:8443",
    "http://127.0.0.1:8080",
    "http://localhost:8080",
    "http://[::1]:8080",
  ]);
});

test("[LIVE-1] pages of a public server use its public origin, or its TLS port under that name", () => {
  const reach = { host: "0.0.0.0", port: 8080, tlsPort: 8443, publicUrl: "https://chat.example.ro" };
  expect(pageOrigins(reach)).toEqual(["https://chat.example.ro", "https://chat.example.ro:8443"]);
  expect(liveOrigins(pageOrigins(reach))).toEqual(["wss://chat.example.ro", "wss://chat.example.ro:8443"]);
});

test("[RUN-11a] live connections are allowed to every origin that a policy can name", () => {
  expect(liveOrigins(pageOrigins(local))).toEqual(["ws://127.0.0.1:8080", "ws://localhost:8080"]);
});

test("[SEC-7] a loopback server accepts its own names, its public name and those of allowed origins; others accept any", () => {
  expect(hostNames(local, [])).toEqual(new Set(["127.0.0.1", "localhost", "[::1]"]));
  const named = hostNames({ ...local, publicUrl: "https://chat.example.ro" }, ["https://parts.example.ro:9443"]);
  expect(named).toEqual(new Set(["chat.example.ro", "127.0.0.1", "localhost", "[::1]", "parts.example.ro"]));
  expect(hostNames({ ...local, host: "0.0.0.0", publicUrl: "https://chat.example.ro" }, [])).toBeNull();
});
