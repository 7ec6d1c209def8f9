export const words = import.meta.glob<object>("../**/ro.ts", { eager: true, import: "ro" });
