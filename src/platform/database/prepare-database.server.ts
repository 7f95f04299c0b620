/** Brings an empty or older database to the state this program expects. */
export async function prepareDatabase(_ownerUrl: string): Promise<void> {
  // Nothing to prepare yet: the first migration brings its own work here.
}
