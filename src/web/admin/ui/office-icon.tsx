import { Icon, type IconName } from "#web/ui/icon.tsx";

/** Icons that only the back-office needs. */
const paths = {
  activity: <path d="M2.500 10H6l2.500-6.500 3.500 13L14 10h3.500" />,
  archive: <path d="M2.500 4h15v3.500h-15zM4 7.500V16.500h12V7.500M8 11h4" />,
  arrowOut: <path d="M6 14 14 6M7.500 6H14v6.500" />,
  bell: (
    <path d="M4.500 14h11c-1.200-1.300-1.500-3-1.500-6a4 4 0 0 0-8 0c0 3-.3 4.700-1.500 6zM8.300 16.500a2 2 0 0 0 3.400 0" />
  ),
  calendar: (
    <path d="M3 4.500h14v12H3zM3 8.500h14M7 2.500v3M13 2.500v3M6.500 11.500h.1M10 11.500h.1M13.500 11.500h.1" />
  ),
  card: <path d="M2.500 5h15v10.500h-15zM2.500 8.500h15M5 12.500h3" />,
  chart: <path d="M3 3v14h14M6 12.500l3-3.500 2.500 2.500L16 6.500" />,
  chevronLeft: <path d="m12.500 4.500-5.500 5.500 5.500 5.500" />,
  chevronRight: <path d="m7.500 4.500 5.500 5.500-5.500 5.500" />,
  chevronUp: <path d="m5 12.500 5-5 5 5" />,
  copy: <path d="M7.500 7.500h9v9h-9zM13 7.500V3.500H3.500V13h4" />,
  dashboard: <path d="M3 3h6v7.500H3zM11.500 3H17v4.500h-5.500zM11.500 10H17v7h-5.500zM3 13h6v4H3z" />,
  dots: <path d="M4.500 10h.1M10 10h.1M15.500 10h.1" strokeWidth="3" />,
  eye: (
    <>
      <path d="M1.500 10C3.500 6.500 6.500 5 10 5s6.500 1.500 8.500 5c-2 3.500-5 5-8.500 5s-6.500-1.500-8.500-5z" />
      <circle cx="10" cy="10" r="2.400" />
    </>
  ),
  eyeOff: (
    <path d="M3 3l14 14M8 5.200A9 9 0 0 1 18.500 10a11 11 0 0 1-2.300 3M13 14.500A9.500 9.500 0 0 1 1.500 10a11 11 0 0 1 3.400-3.700" />
  ),
  grip: (
    <path d="M7.500 5h.1M12.500 5h.1M7.500 10h.1M12.500 10h.1M7.500 15h.1M12.500 15h.1" strokeWidth="2.600" />
  ),
  history: <path d="M3.500 4v4h4M3.700 8A7 7 0 1 1 3 11M10 6.500V10l2.500 1.700" />,
  layout: <path d="M3 3h14v14H3zM3 7.500h14M8 7.500V17" />,
  link: <path d="M8.500 11.500l3-3M7 9 5 11a3 3 0 0 0 4 4l2-2M9 7l2-2a3 3 0 0 1 4 4l-2 2" />,
  lock: <path d="M4.500 9h11v8h-11zM7 9V6.500a3 3 0 0 1 6 0V9" />,
  logout: <path d="M8 3H3.500v14H8M8 10h9M13.500 6.500 17 10l-3.500 3.500" />,
  microphone: (
    <>
      <circle cx="13" cy="7" r="4" />
      <path d="M9.300 8.500 3 16l1 1 7.500-6.300" />
    </>
  ),
  palette: (
    <path d="M10 2.500a7.500 7.500 0 1 0 0 15c1 0 1.500-.7 1.500-1.500 0-1.200-1-1.400-1-2.400 0-.9.7-1.400 1.600-1.400h2.200c1.800 0 3.200-1.300 3.200-3.200 0-3.700-3.400-6.500-7.500-6.500zM6 10.500h.1M7.500 6.500h.1M12.500 6.500h.1" />
  ),
  panel: <path d="M3 3h14v14H3zM8 3v14M13.500 7.500 11 10l2.500 2.500" />,
  pass: (
    <path d="M2.500 5h15v3.200a1.800 1.800 0 0 0 0 3.600V15h-15v-3.200a1.800 1.800 0 0 0 0-3.600zM12.500 7.500l-5 5M7.500 8h.1M12.400 12h.1" />
  ),
  pencil: <path d="m3 17 .8-3.800L13.500 3.500a1.800 1.800 0 0 1 3 3L6.800 16.200zM11.500 5.500l3 3" />,
  picture: (
    <>
      <path d="M3 4h14v12H3zM3 13.500l4-4 3.500 3.500 2.500-2.500 4 4" />
      <circle cx="13" cy="7.500" r="1" />
    </>
  ),
  plus: <path d="M10 4v12M4 10h12" />,
  receipt: (
    <path d="M4.500 2.500 6.500 4l2-1.500L10 4l1.500-1.500 2 1.500 2-1.500v15L13.500 16l-2 1.500L10 16l-1.500 1.500-2-1.500-2 1.500zM7.500 8h5M7.500 11.500h5" />
  ),
  scan: <path d="M3 6.500V3h3.500M13.500 3H17v3.500M17 13.500V17h-3.500M6.500 17H3v-3.500M6 10h8" />,
  send: <path d="M17.500 2.500 9 11M17.500 2.500l-5 15L9 11 2.500 7.500z" />,
  sort: <path d="m6.500 8 3.500-3.500L13.500 8M6.500 12l3.500 3.500 3.500-3.500" />,
  star: (
    <path d="m10 2.500 2.300 5 5.200.600-3.900 3.600 1.100 5.300L10 14.300 5.300 17l1.100-5.300L2.500 8.100l5.200-.6z" />
  ),
  tag: <path d="M3 3h6.500l7.500 7.500-6.500 6.500L3 9.500zM6.500 6.500h.1" />,
  ticket: (
    <path d="M2.500 5h15v3.200a1.800 1.800 0 0 0 0 3.600V15h-15v-3.200a1.800 1.800 0 0 0 0-3.600zM12 5v2M12 9v2M12 13v2" />
  ),
  trash: (
    <path d="M3.500 5.500h13M8 5.500v-2.500h4v2.500M5 5.500l.8 11.500h8.400L15 5.500M8.500 9v5M11.500 9v5" />
  ),
  undo: <path d="M7 4 3 8l4 4M3 8h8.500a4.500 4.500 0 0 1 0 9H8" />,
  upload: <path d="M10 12.500v-9M6.500 7 10 3.500 13.500 7M4 16.500h12" />,
  user: (
    <>
      <circle cx="10" cy="7" r="3.500" />
      <path d="M3.500 17a6.500 6.500 0 0 1 13 0" />
    </>
  ),
} as const;

type OwnName = keyof typeof paths;
export type OfficeIconName = IconName | OwnName;

const isOwn = (name: OfficeIconName): name is OwnName => Object.hasOwn(paths, name);

/** An icon beside a word, or in a button with a name. Screen readers skip it. */
export function OfficeIcon({ name }: { name: OfficeIconName }) {
  if (!isOwn(name)) return <Icon name={name} />;
  return (
    <svg className="icon" viewBox="0 0 20 20" aria-hidden="true">
      {paths[name]}
    </svg>
  );
}
