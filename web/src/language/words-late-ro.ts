export const words = import.meta.glob<object>("../**/late-ro.ts", { eager: true, import: "ro" });
