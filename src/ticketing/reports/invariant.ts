/** A condition that always holds. `sql` returns the rows that violate it, so no row means it holds. */
export type Invariant = {
  readonly id: string;
  readonly promise: string;
  readonly sql: string;
  readonly values?: readonly unknown[];
};
