import { Component, type ReactNode } from "react";

interface CrashBoundaryProps {
  readonly fallback: ReactNode;
  readonly children: ReactNode;
}

/** Shows the fallback when something below it threw while drawing; the error itself goes to React's own report. */
export class CrashBoundary extends Component<CrashBoundaryProps, { readonly hasCrashed: boolean }> {
  override state = { hasCrashed: false };

  static getDerivedStateFromError() {
    return { hasCrashed: true };
  }

  override render() {
    return this.state.hasCrashed ? this.props.fallback : this.props.children;
  }
}
