import { describe, expect, test } from "vitest";
import { readConfig } from "./config.ts";

const EMBED_ORIGINS = "https://parts.example.ro";

const read = (environment: Record<string, string>): ReturnType<typeof readConfig> => readConfig(environment, "/srv");

describe("settings", () => {
  test("[RUN-6] without settings the defaults apply", () => {
    expect(read({})).toMatchObject({
      host: "127.0.0.1",
      port: 8080,
      dataDir: "/srv/data",
      databaseUrl: null,
      tls: null,
      isDemo: true,
      isLimited: true,
      logLevel: "info",
    });
  });

  test("[RUN-6] an empty value counts as unset", () => {
    expect(read({ PORT: "", PUBLIC_URL: " ", DEMO: "" }).port).toBe(8080);
  });

  test.each([
    [{ PORT: "abc" }, 'PORT is "abc"; allowed is a whole number from 0 to 65535.'],
    [{ PORT: "65536" }, 'PORT is "65536"; allowed is a whole number from 0 to 65535.'],
    [{ PORT: "80.5" }, 'PORT is "80.5"; allowed is a whole number from 0 to 65535.'],
    [{ PORT: "-1" }, 'PORT is "-1"; allowed is a whole number from 0 to 65535.'],
    [{ HOST: "a b" }, 'HOST is "a b"; allowed is an IP address or host name of this machine.'],
    [{ DEMO: "yes" }, 'DEMO is "yes"; allowed is 1 or 0.'],
    [{ LOG_LEVEL: "loud" }, 'LOG_LEVEL is "loud"; allowed is one of silent, fatal, error, warn, info, debug, trace.'],
    [{ LIMITS: "none" }, 'LIMITS is "none"; allowed is one of on, off.'],
    [{ REDIS_URL: "http://x" }, "REDIS_URL is not valid; allowed is an address such as redis://host:6379."],
    [{ PUSHER_APP_ID: "abc" }, 'PUSHER_APP_ID is "abc"; allowed is a number.'],
    [{ ALLOWED_ORIGINS: "https://a.ro/x" }, "allowed is origins such as https://parts.example.ro"],
    [{ OFFER_STAFF: "r".repeat(65) }, "allowed is usernames such as radu, ioana, separated by commas"],
    [{ SERVICE_WORKER: "no" }, 'SERVICE_WORKER is "no"; allowed is one of on, off.'],
    [{ PUSHER_APPS: "{" }, "PUSHER_APPS is not valid; allowed is JSON such as"],
    [{ PUSHER_APPS: '[{"id":"x"}]' }, "PUSHER_APPS is not valid; allowed is JSON such as"],
    [{ PUBLIC_URL: "chat" }, 'PUBLIC_URL is "chat"; allowed is the address people open'],
    [{ PUBLIC_URL: "http://chat.example.ro" }, "allowed is an https address, plain http only for this machine."],
    [{ TLS_CERT_FILE: "a.pem" }, "TLS_KEY_FILE is not set: TLS_CERT_FILE and TLS_KEY_FILE must be set together."],
    [{ TLS_KEY_FILE: "a.pem" }, "TLS_CERT_FILE is not set: TLS_KEY_FILE and TLS_CERT_FILE must be set together."],
    [{ TLS_CERT_FILE: "a", TLS_KEY_FILE: "b", TLS_PORT: "8080" }, "allowed is a port other than PORT."],
    [
      { STORAGE_URL: "ftp://files" },
      "STORAGE_URL is not valid; allowed is an address such as file:/srv/cuplaj-files or s3:",
    ],
    [{ STORAGE_URL: "s3://key:hunter2@files" }, "STORAGE_URL is not valid"],
    [{ STORAGE_URL: "s3://files?secret=hunter2" }, "STORAGE_URL is not valid"],
    [{ STORAGE_BYTES_MAX: "2 GB" }, 'STORAGE_BYTES_MAX is "2 GB"; allowed is a whole number'],
    [{ STORAGE_BYTES_PER_PERSON_MAX: "-1" }, 'STORAGE_BYTES_PER_PERSON_MAX is "-1"; allowed is a whole number'],
    [{ FILE_CHECK_COMMAND: "clamdscan" }, 'FILE_CHECK_COMMAND is "clamdscan"; allowed is a program and its arguments'],
    [{ METRICS_TOKEN: "short" }, "METRICS_TOKEN is not valid; allowed is a text of at least 16 characters."],
    [{ TRUST_PROXY: "yes" }, 'TRUST_PROXY is "yes"; allowed is a whole number from 0 to 9.'],
    [{ LIMIT_PUBLISH_BURST: "0" }, "LIMIT_PUBLISH_BURST"],
    [{ HOST: "0.0.0.0" }, "PUBLIC_URL is not set: with HOST 0.0.0.0 it must be the address people open"],
    [{ DEMO: "1", NODE_ENV: "production" }, "DEMO is 1: in production only 0 is allowed"],
  ])("[RUN-6] %j is refused in a sentence that names the setting and what is allowed", (environment, sentence) => {
    expect(() => read(environment)).toThrow(sentence);
  });

  test.each([
    "*",
    "parts.example.ro",
    "https://parts.example.ro/",
    "https://parts.example.ro/shop",
    "http://parts.example.ro",
    "http://*.parts.example.ro",
    "https://*",
    "https://*.ro",
    "https://shop.*.ro",
    "https://*shop.example.ro",
    "https://*.*.example.ro",
    "ftp://parts.example.ro",
    "null",
    "https://parts.example.ro 'self'",
    "https://a.example.ro; script-src *",
  ])("[EMB-1b] EMBED_ORIGINS %s is refused in a sentence", (given) => {
    expect(() => read({ EMBED_ORIGINS: `https://good.example.ro,${given}` })).toThrow(
      "allowed is origins such as https://parts.example.ro or https://*.parts.example.ro, separated by commas, plain http only for this machine.",
    );
  });

  test("[EMB-1b] EMBED_ORIGINS accepts whole origins, a wildcard label, and this machine over plain http", () => {
    const listed = "https://parts.example.ro, https://*.example.ro:8443,http://localhost:3000,http://127.0.0.1:3000";
    expect(read({ EMBED_ORIGINS: `${listed},http://localhost:3000,` }).embedOrigins).toEqual([
      "https://parts.example.ro",
      "https://*.example.ro:8443",
      "http://localhost:3000",
      "http://127.0.0.1:3000",
    ]);
    expect(read({}).embedOrigins).toEqual([]);
  });

  test("[EMB-2] EMBED_SECRET has at least 32 characters, and a refusal does not show it", () => {
    expect(read({ EMBED_ORIGINS, EMBED_SECRET: "s".repeat(32) }).embedSecret).toBe("s".repeat(32));
    expect(read({}).embedSecret).toBeNull();
    const wrong = (): unknown => read({ EMBED_ORIGINS, EMBED_SECRET: "hunter2".repeat(4) });
    expect(wrong).toThrow("EMBED_SECRET is not valid; allowed is a text of at least 32 characters.");
    expect(wrong).not.toThrow("hunter2");
  });

  test.each([
    [{ TLS_PORT: "8443" }, "TLS_PORT does nothing without TLS_CERT_FILE and TLS_KEY_FILE"],
    [{ EMBED_SECRET: "s".repeat(32) }, "EMBED_SECRET does nothing without EMBED_ORIGINS"],
    [{ ERP_WEBHOOK_PRIVATE: "0" }, "ERP_WEBHOOK_PRIVATE does nothing without ERP_WEBHOOK_URL"],
    [{ LIMITS: "off", LIMIT_PUBLISH_BURST: "3" }, "LIMIT_PUBLISH_BURST does nothing without LIMITS=on"],
  ])("[RUN-6] %j does nothing and is refused in a sentence", (environment, sentence) => {
    expect(() => read(environment)).toThrow(sentence);
  });

  test("[RUN-6] memory limits hold even without other limits", () => {
    expect(read({ LIMITS: "off", LIMIT_SOCKETS: "7" }).limits.realtime.socketsMax).toBe(7);
  });

  test("[ROOM-5d] the staff of new offers are comma-separated usernames", () => {
    expect(read({ OFFER_STAFF: " Radu,ioana ,radu, " }).offerStaff).toEqual(["radu", "ioana"]);
    expect(read({}).offerStaff).toEqual([]);
  });

  test("[RUN-6] an invalid secret is never shown", () => {
    const wrong = (): unknown => read({ DATABASE_URL: "mysql://ana:hunter2@db/x" });
    expect(wrong).toThrow("DATABASE_URL is not valid; allowed is an address such as postgresql://");
    expect(wrong).not.toThrow("hunter2");
  });

  test("[LIM-1] limits may be off only while the server listens on loopback", () => {
    expect(read({ LIMITS: "off", HOST: "::1" }).isLimited).toBe(false);
    expect(read({ LIMIT_PUBLISH_BURST: "3" }).limits.calls.rates.publish.burst).toBe(3);
  });

  const fronted = { PUBLIC_URL: "https://a.ro" };
  const open = { HOST: "0.0.0.0", PUBLIC_URL: "https://a.ro" };
  const shortSecrets = JSON.stringify([{ id: "7", key: "shop", secret: "a".repeat(31) }]);

  test.each([
    [{ ...open, LIMITS: "off" }, "LIMITS is off: that is allowed only while HOST and PUBLIC_URL are loopback"],
    [{ ...fronted, TRUST_PROXY: "1", LIMITS: "off" }, "LIMITS is off: that is allowed only while HOST and PUBLIC_URL"],
    [
      fronted,
      "TRUST_PROXY is not set: with HOST 127.0.0.1 and a public PUBLIC_URL it must be 1 behind one proxy, or 0",
    ],
    [{ ...open, PUSHER_APP_SECRET: "a".repeat(31) }, "PUSHER_APP_SECRET is too easy to guess: use at least 32"],
    [{ ...open, PUSHER_APP_SECRET: "z".repeat(20) }, "PUSHER_APP_SECRET is too easy to guess"],
    [{ ...fronted, TRUST_PROXY: "0", PUSHER_APP_SECRET: "12345678" }, "PUSHER_APP_SECRET is too easy to guess"],
    [{ ...open, PUSHER_APPS: shortSecrets }, "PUSHER_APPS has an entry with the id 7 whose secret is too easy"],
  ])("[SEC-8] %j would be insecure and is refused", (environment, sentence) => {
    expect(() => read(environment)).toThrow(sentence);
    expect(() => read(environment)).not.toThrow("aaaa");
  });

  test.each([
    { ...fronted, TRUST_PROXY: "0" },
    { ...fronted, TRUST_PROXY: "1" },
    { PUBLIC_URL: "http://localhost:9000", LIMITS: "off" },
    { ...open, PUSHER_APP_SECRET: "a".repeat(32) },
    { ...open, PUSHER_APP_SECRET: "7ad3773142a6692b25b8" },
  ])("[SEC-8] %j is explicit enough and accepted without a warning", (environment) => {
    expect(read(environment).warnings).toEqual([]);
  });

  test("[SEC-8] a guessable secret is accepted only on loopback, with a warning", () => {
    const { warnings } = read({ PUSHER_APP_SECRET: "12345678", PUSHER_APPS: shortSecrets });
    expect(warnings).toEqual([
      expect.stringContaining("PUSHER_APP_SECRET is too easy to guess"),
      expect.stringContaining("PUSHER_APPS has an entry with the id 7"),
    ]);
    expect(warnings.join()).not.toContain("12345678");
  });

  test("[WEB-7] the text about getting an account has a setting per language", () => {
    const { ro, en } = read({ REGISTER_TEXT_RO: "Sună la 0722 000 000." }).registerText;
    expect(ro).toBe("Sună la 0722 000 000.");
    expect(en).toBe(read({}).registerText.en);
    expect(() => read({ REGISTER_TEXT_EN: "x".repeat(301) })).toThrow("REGISTER_TEXT_EN");
  });

  test("[WEB-7] the text about forgotten passwords has a setting per language", () => {
    const { ro, en } = read({ FORGOTTEN_PASSWORD_TEXT_EN: "Call 0722 000 000." }).forgottenPasswordText;
    expect(en).toBe("Call 0722 000 000.");
    expect(ro).toBe(read({}).forgottenPasswordText.ro);
    expect(() => read({ FORGOTTEN_PASSWORD_TEXT_RO: "x".repeat(301) })).toThrow("FORGOTTEN_PASSWORD_TEXT_RO");
  });

  test("[RUN-9] the demo is on by default only outside production, on loopback and without a public address", () => {
    const isDemo = (environment: Record<string, string>): boolean => read(environment).isDemo;
    expect(isDemo({ NODE_ENV: "production" })).toBe(false);
    expect(isDemo({ HOST: "0.0.0.0", PUBLIC_URL: "https://a.ro" })).toBe(false);
    expect(isDemo({ HOST: "0.0.0.0", PUBLIC_URL: "https://a.ro", DEMO: "1" })).toBe(true);
    expect(isDemo({ DEMO: "0" })).toBe(false);
    expect(isDemo({ ...fronted, TRUST_PROXY: "1" })).toBe(false);
    expect(isDemo({ ...fronted, TRUST_PROXY: "1", DEMO: "1" })).toBe(true);
    expect(isDemo({ PUBLIC_URL: "http://localhost:9000" })).toBe(true);
  });
});
