export const words = import.meta.glob<object>("../**/room-ro.ts", { eager: true, import: "ro" });
