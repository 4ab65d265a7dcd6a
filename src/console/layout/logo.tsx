/** A run that goes its ways: the sign of Rungraph. */
export function Logo({ size = 22 }: { readonly size?: number }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 32 32"
      fill="none"
      stroke="var(--accent)"
      strokeWidth="3"
      strokeLinecap="round"
      aria-hidden="true"
    >
      <path d="M8 24V12a4 4 0 0 1 4-4h7M8 16h7a4 4 0 0 1 4 4v1" />
      <g fill="var(--accent)" stroke="none">
        <circle cx="8" cy="25" r="4" />
        <circle cx="23" cy="8" r="4" />
        <circle cx="20" cy="24" r="4" />
      </g>
    </svg>
  )
}
