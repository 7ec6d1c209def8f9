import { createElement, Suspense } from "react";
import { lateComponent } from "./late-component.ts";

export function latePart<Props extends object>(...how: Parameters<typeof lateComponent<Props>>) {
  const Late = lateComponent<Props>(...how);
  return (props: Props) => createElement(Suspense, { fallback: null }, createElement(Late, props));
}
