export const words = import.meta.glob<object>("../**/room-en.ts", { eager: true, import: "en" });
