export const ro = {
  requests: {
    title: "Cererea {number}",
  },
} as const;

type RequestsWords = typeof ro;
declare module "../state/shape.ts" {
  interface Words extends RequestsWords {}
}
