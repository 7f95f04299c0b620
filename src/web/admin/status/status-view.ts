import type { StopKind } from "#ticketing/events/stop.ts";

export type Tile = {
  key: string;
  label: string;
  value: string;
  unit: string;
  note: string;
  tone: "plain" | "hot";
  /** One figure for each known minute of the last hour. */
  line: number[];
  /** The maximum in the same unit; null when there is none. */
  limit: number | null;
};

export type JobView = {
  name: string;
  how: "done" | "failed";
  last: string;
  took: string;
  every: string;
};

export type StatusView = {
  when: string;
  verdict: {
    tone: "ok" | "info" | "warn" | "bad";
    title: string;
    text: string;
    act: { to: string; label: string } | null;
  };
  stops: number;
  stoppedSite: StopKind[];
  tiles: Tile[];
  rooms: { id: string; name: string; facts: string[] }[];
  letters: {
    state: "fine" | "off" | "look";
    queued: number;
    again: number;
    failed: number;
    sent: number;
    note: string;
  };
  backup: { state: "fine" | "missing"; facts: [string, string][]; note: string };
  machine: {
    used: number;
    most: number;
    memory: { share: number; text: string };
    note: string;
  };
  jobs: JobView[];
};
