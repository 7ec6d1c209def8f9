import { defineConfig } from "vite";

/** The loader twice: as a module for packages, and as a script with the one global `Cuplaj`, which the server answers as `/embed.js`. */
export default defineConfig({
  build: {
    target: "baseline-widely-available",
    lib: {
      entry: "src/loader.ts",
      name: "Cuplaj",
      formats: ["es", "iife"],
      fileName: (format) => (format === "es" ? "loader.js" : "embed.js"),
    },
  },
});
