export type CodeRowView = {
  id: string;
  code: string;
  name: string;
  does: string;
  tag: string | null;
  where: string;
  when: string;
  uses: string;
  sold: number;
  held: number;
  capacity: number | null;
  isOn: boolean;
  /** The address that brings the code along; null for a set. */
  link: string | null;
};

export type CodeListView = {
  rows: CodeRowView[];
  total: number;
  inAll: { vouchers: number; tickets: number; saved: string };
  nights: { id: string; label: string }[];
  search: { text: string; night: string | null; kind: string; state: string };
  page: { number: number; from: number; to: number; isLast: boolean };
};
