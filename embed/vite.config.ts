import { defineConfig } from "vite";

/** Builds the loader as a module for npm, and as a script with the global `Cuplaj`, served as `/embed.js`. */
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
