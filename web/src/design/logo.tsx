const half = "M40.8 5.42A28 28 0 0 0 18.8 56.69V44.8H29.8V40.21A8.5 8.5 0 0 1 29.8 23.79V14.8H40.8Z";

export function Logo({ size = 28 }: { readonly size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 64 64" aria-hidden="true" focusable="false">
      <path d={half} fill="var(--accent-text)" />
      <path d={half} fill="var(--accent-text)" opacity="0.62" transform="rotate(180 32 32)" />
    </svg>
  );
}
