import path from "node:path";
import { describe, expect, it } from "vitest";
import { lateSheets, measureLoad } from "./check-size.mjs";
import { plantTree } from "./planted-tree.ts";

const manifest = {
  "index.html": {
    file: "assets/entry.js",
    isEntry: true,
    imports: ["_react.js"],
    dynamicImports: ["src/home.tsx", "src/rare.tsx"],
    css: ["assets/entry.css"],
  },
  "_react.js": { file: "assets/react.js" },
  "src/home.tsx": { file: "assets/home.js", isDynamicEntry: true, imports: ["_list.js"], css: ["assets/home.css"] },
  "_list.js": { file: "assets/list.js", imports: ["_react.js"] },
  "src/rare.tsx": { file: "assets/rare.js", isDynamicEntry: true },
};

const files = ["entry.js", "entry.css", "react.js", "home.js", "home.css", "list.js", "rare.js", "theme.js"];

const plantApp = (built: object = manifest) =>
  plantTree({
    "dist/.vite/manifest.json": JSON.stringify(built),
    "dist/index.html":
      '<script src="/assets/theme.js"></script><script type="module" src="/assets/entry.js"></script><link rel="stylesheet" href="/assets/entry.css">',
    ...Object.fromEntries(files.map((file) => [`dist/assets/${file}`, "body body body body body"])),
  });

describe("first load", () => {
  it("[PERF-1] counts the entry, the lazy modules of a screen and all they import, each file once and nothing else", () => {
    const { parts } = measureLoad(path.join(plantApp(), "dist"), [/home\.tsx$/]);
    expect(parts.map(({ file }) => path.basename(file)).toSorted()).toEqual(
      files.filter((file) => file !== "rare.js").toSorted(),
    );
  });

  it("[PERF-1] sums brotli bytes", () => {
    const { parts, bytes } = measureLoad(path.join(plantApp(), "dist"), [/home\.tsx$/]);
    expect(bytes).toBe(parts.length * (parts[0]?.bytes ?? 0));
    expect(parts[0]?.bytes).toBeLessThan("body body body body body".length);
  });

  it("[PERF-1] fails when a module that a screen needs is not in the build", () => {
    expect(() => measureLoad(path.join(plantApp(), "dist"), [/elsewhere\.tsx$/])).toThrow("elsewhere");
  });

  it("[PERF-12] names the modules that bring a style sheet later, except for the sign-in screen", () => {
    const signIn = { file: "assets/rare.js", css: ["assets/rare.css"] };
    const tree = plantApp({ ...manifest, "src/rare.tsx": signIn, "_sign-in-abc.js": signIn });
    expect(lateSheets(path.join(tree, "dist"), [/home\.tsx$/])).toEqual(["src/rare.tsx"]);
    expect(lateSheets(path.join(plantApp(), "dist"), [/home\.tsx$/])).toEqual([]);
  });

  it("[PERF-1] fails when nothing was built", () => {
    expect(() => measureLoad("/nowhere/dist", [])).toThrow("npm run build");
  });
});
