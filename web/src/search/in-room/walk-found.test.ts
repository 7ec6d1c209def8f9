import { describe, expect, test } from "vitest";
import {
  answer,
  fail,
  found,
  next,
  positionAndCount,
  previous,
  questions,
  searching,
  ways,
} from "../../testing/searches.ts";

describe("stepping through matches", () => {
  test("[FIND-4d] goes to older matches, across pages, wraps around, and goes back", () => {
    const app = searching("ambreiaj");
    answer(app, [90, 80], { hasMore: true });
    expect([ways(app), positionAndCount(app)]).toEqual([[[90, false]], [1, 2]]);
    app.dispatch(next);
    app.dispatch(next);
    app.dispatch(next);
    expect([questions(app), found(app).seq]).toEqual([["ambreiaj 1", "ambreiaj 2"], 80]);
    answer(app, [70]);
    expect(found(app)).toMatchObject({ seq: 70, step: 0 });
    app.dispatch(next);
    expect(found(app).seq).toBe(90);
    app.dispatch(previous);
    expect(found(app).seq).toBe(70);
    app.dispatch(previous);
    expect(found(app).seq).toBe(80);
  });

  test("[FIND-4d] stays at the newest match until the oldest is known", () => {
    const app = searching("ambreiaj");
    answer(app, [90, 80], { hasMore: true });
    app.dispatch(previous);
    expect([found(app).seq, questions(app)]).toEqual([90, ["ambreiaj 1"]]);
  });

  test("[FIND-4d] keeps the focus in the bar, or moves it to the message", () => {
    const app = searching("ambreiaj");
    answer(app, [90, 80]);
    app.dispatch({ ...next, isInBar: false });
    expect(ways(app)).toEqual([
      [90, false],
      [80, true],
    ]);
  });

  test("[FIND-4d] a step whose page fails to load is not made later", () => {
    const app = searching("ambreiaj");
    answer(app, [90], { hasMore: true });
    app.dispatch(next);
    fail(app, "unexpected");
    app.dispatch({ type: "found/again-asked" });
    answer(app, [70]);
    expect([found(app).seq, questions(app)]).toEqual([90, ["ambreiaj 1", "ambreiaj 2", "ambreiaj 2"]]);
  });
});
