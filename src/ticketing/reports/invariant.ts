/** A condition that always holds. `sql` returns the rows that violate it, so no rows mean that it holds. */
export type Invariant = {
  readonly id: string;
  readonly promise: string;
  readonly sql: string;
  readonly values?: readonly unknown[];
};
