import { createElement, type SVGProps } from "react";

/**
 * Replaces the icon library's function in the build (`web/vite.config.ts`), which adds 1 kB to the first load and one more component per
 * icon (PERF-1).
 */
const createIcon =
  ({ node }: { readonly node: readonly (readonly [tag: string, attributes: SVGProps<SVGElement>])[] }) =>
  ({ size = 24, ...others }: SVGProps<SVGSVGElement> & { readonly size?: number }) =>
    createElement(
      "svg",
      {
        ...{ width: size, height: size, viewBox: "0 0 24 24", fill: "none", stroke: "currentColor" },
        ...{ strokeWidth: 2, strokeLinecap: "round", strokeLinejoin: "round", "aria-hidden": true },
        ...others,
      },
      node.map(([tag, attributes]) => createElement(tag, attributes)),
    );

// oxlint-disable-next-line import/no-default-export -- it replaces a default export
export default createIcon;
