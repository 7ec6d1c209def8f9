import { Component, type ReactNode } from "react";

interface CrashBoundaryProps {
  readonly fallback: ReactNode;
  readonly of?: string | number;
  readonly children: ReactNode;
}

interface CrashState {
  readonly hasCrashed: boolean;
  readonly of: string | number | undefined;
}

export class CrashBoundary extends Component<CrashBoundaryProps, CrashState> {
  override state: CrashState = { hasCrashed: false, of: this.props.of };

  static getDerivedStateFromError() {
    return { hasCrashed: true };
  }

  static getDerivedStateFromProps({ of }: CrashBoundaryProps, state: CrashState): CrashState | null {
    return of === state.of ? null : { hasCrashed: false, of };
  }

  override render() {
    return this.state.hasCrashed ? this.props.fallback : this.props.children;
  }
}
