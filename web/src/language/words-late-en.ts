export const words = import.meta.glob<object>("../**/late-en.ts", { eager: true, import: "en" });
