import { describe, expect, test } from "vitest";
import { startTestApi } from "../testing/test-api.ts";

const { people, call } = await startTestApi();
const { ana, mihai, radu, mia, vlad, nou, admin } = people;
const join = (person: typeof ana, offer: number) => call(person, "POST", "/api/v1/join", { type: 1, channel: offer });
await join(ana, 10_001);
await join(mia, 10_001);

const everyone = {
  customers: [ana.id, mihai.id],
  users: [radu.id, nou.id],
  agents: [mia.id, vlad.id],
};
const named = (...list: (typeof ana)[]) => list.map(({ id, name }) => ({ id, name }));

describe("names", () => {
  test("[USR-1] a customer learns the names of those who share a room, and their own", async () => {
    const { status, body } = await call(ana, "POST", "/api/v1/users", everyone);
    expect([status, body]).toEqual([200, { customers: named(ana), users: [], agents: named(mia) }]);
  });

  test("[USR-1] an agent without users.lookup learns no other names", async () => {
    expect((await call(mia, "POST", "/api/v1/users", everyone)).body).toEqual({
      customers: named(ana),
      users: [],
      agents: named(mia),
    });
    expect((await call(vlad, "POST", "/api/v1/users", everyone)).body.customers).toEqual([]);
  });

  test("[USR-1] a holder of users.lookup learns everyone's", async () => {
    const all = { customers: named(ana, mihai), users: named(radu, nou), agents: named(mia, vlad) };
    expect((await call(radu, "POST", "/api/v1/users", everyone)).body).toEqual(all);
    expect((await call(admin, "POST", "/api/v1/users", everyone)).body).toEqual(all);
  });

  test("[AUTH-5] an id given under the wrong kind matches nobody", async () => {
    const { body } = await call(radu, "POST", "/api/v1/users", {
      customers: [radu.id],
      users: [ana.id],
      agents: [ana.id],
    });
    expect(body).toEqual({ customers: [], users: [], agents: [] });
  });

  test("[USR-1] at most 100 ids at once, however they are spread over the kinds", async () => {
    const ids = (count: number) => Array.from({ length: count }, (_, index) => 5000 + index);
    expect((await call(radu, "POST", "/api/v1/users", { customers: ids(50), users: ids(50) })).status).toBe(200);
    const spread = await call(radu, "POST", "/api/v1/users", { customers: ids(50), users: ids(51) });
    expect([spread.status, spread.body.errors]).toEqual([422, { customers: ["Sunt prea multe valori."] }]);
    expect((await call(radu, "POST", "/api/v1/users", { agents: ids(101) })).status).toBe(422);
  });

  test("[USR-1] anything but lists of ids is 422", async () => {
    expect((await call(radu, "POST", "/api/v1/users", { users: "1" })).status).toBe(422);
    expect((await call(radu, "POST", "/api/v1/users", { users: ["1"] })).status).toBe(422);
    expect((await call(radu, "POST", "/api/v1/users", { users: [-1] })).status).toBe(422);
    expect((await call(radu, "POST", "/api/v1/users", {})).body).toEqual({ customers: [], users: [], agents: [] });
  });

  test("[PERM-1] a person without roles learns no name but their own", async () => {
    expect((await call(nou, "POST", "/api/v1/users", everyone)).body).toEqual({
      customers: [],
      users: named(nou),
      agents: [],
    });
  });
});
