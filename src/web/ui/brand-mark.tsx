/** The club's own logo, or Estival's. */
export function ClubMark({ id, logo }: { id: string; logo?: string | null | undefined }) {
  return logo ? (
    <img className="club-mark" src={logo} alt="" width={48} height={48} />
  ) : (
    <BrandMark id={id} />
  );
}

/** Estival's logo: half a sun on the horizon and its reflection. `id`, unique on a page, names its gradients. */
export function BrandMark({ id }: { id: string }) {
  return (
    <svg viewBox="0 0 48 48" aria-hidden="true">
      <defs>
        <linearGradient id={id} x1="0" x2="1">
          <stop stopColor="#FF5D5D" />
          <stop offset=".5" stopColor="#FF8A4C" />
          <stop offset="1" stopColor="#FFC857" />
        </linearGradient>
      </defs>
      <path fill={`url(#${id})`} d="M4 26a20 20 0 0 1 40 0z" />
      <g fill="#38F2C0">
        <rect x="4" y="30" width="40" height="3.8" rx="1.9" />
        <rect x="10" y="36.6" width="28" height="3.4" rx="1.7" />
        <rect x="17" y="42.6" width="14" height="3" rx="1.5" />
      </g>
    </svg>
  );
}
