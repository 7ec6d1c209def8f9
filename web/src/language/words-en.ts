export const words = import.meta.glob<object>("../**/en.ts", { eager: true, import: "en" });
