import type { ReactElement } from "react";

/** Each is the data of one path, or elements of its own. */
const paths = {
  alert: "M10 3 2.5 16.5h15zM10 8.5v3.5M10 14.4v.1",
  arrowLeft: "M16 10H4M9 5l-5 5 5 5",
  arrowRight: "M4 10h12M11 5l5 5-5 5",
  calendar: "M3 5h14v12H3zM3 9h14M7 2.500v4M13 2.500v4",
  check: "m4 10.5 4 4 8-9",
  camera: "M2.500 6h3l1.500-2h6l1.500 2h3v10h-15zM7.2 11a2.8 2.8 0 1 0 5.6 0 2.8 2.8 0 1 0-5.6 0z",
  chevronDown: "m5 8 5 5 5-5",
  chevronRight: "m8 5 5 5-5 5",
  pin: "M10 17.500s5.500-5 5.500-9.500a5.500 5.500 0 0 0-11 0c0 4.500 5.500 9.500 5.500 9.500zM8.2 8a1.8 1.8 0 1 0 3.6 0 1.8 1.8 0 1 0-3.6 0z",
  tag: "M3 3h7l7.500 7.500-7 7L3 10zM5.8 6.8a1 1 0 1 0 2 0 1 1 0 1 0-2 0z",
  ticket: (
    <>
      <path d="M2.5 6h15v3a1.5 1.5 0 0 0 0 3v3h-15v-3a1.5 1.5 0 0 0 0-3z" />
      <path d="M12.5 6v9" strokeDasharray="1.5 2.5" />
    </>
  ),
  clipboard: "M7 4.500H5.500v12h9v-12H13M7.500 3h5v3h-5z",
  close: "m5 5 10 10M15 5 5 15",
  cross: "m5 5 10 10M15 5 5 15",
  clock: "M2.5 10a7.5 7.5 0 1 0 15 0 7.5 7.5 0 1 0-15 0zM10 5.500V10l3 2",
  door: "M12.500 17.500V2.500L5 4v13.500M3 17.500h14M9.500 10v.1M12.500 5H16v12.500",
  download: "M10 3v9M6.5 9 10 12.5 13.500 9M4 16.500h12",
  external: "M8 4H4v12h12v-4M11 4h5v5M16 4l-7 7",
  info: "M2.5 10a7.5 7.5 0 1 0 15 0 7.5 7.5 0 1 0-15 0zM10 9.500v4M10 6.500v.1",
  key: "M3 13a3.5 3.5 0 1 0 7 0 3.5 3.5 0 1 0-7 0zM9 10.500l7-7M13 6.500l2.500 2.500",
  keyboard: "M2 5.500h16v9H2zM5 8.500v.1M8.300 8.500v.1M11.700 8.500v.1M15 8.500v.1M6.500 11.800h7",
  lamp: "M7 3h6v3l-1.500 2.500V17h-3V8.500L7 6zM7 6h6M10 10.500v1.500",
  laptop:
    "M5.5 4h9a1.5 1.5 0 0 1 1.5 1.5v5.5a1.5 1.5 0 0 1-1.5 1.5h-9a1.5 1.5 0 0 1-1.5-1.5v-5.5a1.5 1.5 0 0 1 1.5-1.5zM2 16h16",
  mail: "M4.5 4.5h11a2 2 0 0 1 2 2v7a2 2 0 0 1-2 2h-11a2 2 0 0 1-2-2v-7a2 2 0 0 1 2-2zM3 6l7 5.5L17 6",
  gift: "M3.500 9h13v7.500h-13zM2.500 6h15v3h-15zM10 6v10.500M10 6C6 6 5.500 3 7.500 3S10 6 10 6s.500-3 2.500-3S14 6 10 6",
  menu: "M3 7h14M3 13h14",
  pause: "M7 4v12M13 4v12",
  passkey: "M5 14.500V10a5 5 0 0 1 10 0v1M8 17v-7a2 2 0 0 1 4 0v3.500M12 17v-.5M15 14v2",
  phone: "M7.5 2h5a2 2 0 0 1 2 2v12a2 2 0 0 1-2 2h-5a2 2 0 0 1-2-2v-12a2 2 0 0 1 2-2zM9 15.400h2",
  play: <path d="M6 4v12l10-6z" fill="currentColor" />,
  refresh: "M16 10a6 6 0 1 1-1.800-4.300L16.500 8M16.500 3.500V8H12",
  search: "M3.5 9a5.5 5.5 0 1 0 11 0 5.5 5.5 0 1 0-11 0zM13.5 13.5l3.5 3.5",
  share: "M10 12V3M6.5 6 10 2.5 13.5 6M4 11v6h12v-6",
  sound: "M3 8v4h3l4 3.500v-11L6 8zM13 7.500a3.500 3.500 0 0 1 0 5M15.200 5.200a7 7 0 0 1 0 9.600",
  signal:
    "M10 15.500v.1M6.500 12.500a5 5 0 0 1 7 0M3.800 9.500a9 9 0 0 1 12.400 0M1.500 6.500a12.500 12.500 0 0 1 17 0",
  sun: "M6.6 10a3.4 3.4 0 1 0 6.8 0 3.4 3.4 0 1 0-6.8 0zM10 2v1.500M10 16.500V18M2 10h1.500M16.500 10H18M4.300 4.300l1.100 1.100M14.600 14.600l1.100 1.100M4.300 15.700l1.100-1.100M14.600 5.400l1.100-1.100",
  storage:
    "M4 5a6 2.5 0 1 0 12 0 6 2.5 0 1 0-12 0zM4 5v10c0 1.400 2.700 2.500 6 2.500s6-1.100 6-2.500V5M4 10c0 1.400 2.700 2.500 6 2.500s6-1.100 6-2.500",
  trash: "M4 6h12M8 6V3.500h4V6M5.500 6l.8 10.500h7.400l.8-10.500",
  undo: "M7.500 12 3.500 8l4-4M3.500 8h8.500a4.500 4.500 0 0 1 0 9H9",
} as const;

export type IconName = keyof typeof paths;

export const iconNames = Object.keys(paths) as IconName[];

export const drawnIcon = (icon: string | ReactElement) =>
  typeof icon === "string" ? <path d={icon} /> : icon;

/** An icon beside a word. The word carries the meaning, so screen readers skip the icon. */
export function Icon({ name, className = "" }: { name: IconName; className?: string }) {
  return (
    <svg className={`icon ${className}`.trim()} viewBox="0 0 20 20" aria-hidden="true">
      {drawnIcon(paths[name])}
    </svg>
  );
}
