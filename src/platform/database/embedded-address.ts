/** The folder of the server's socket, the role that owns everything, and the program's database. */
export type ServerNames = { socketDir: string; superuser: string; database: string };

export type DatabaseAddress = ServerNames & {
  /** The address of a database for a role. It holds no password: the kernel identifies the user of this process. */
  connectionString(database: string, user: string): string;
  /** The address for the superuser. `database` absent: the program's database. */
  ownerUrl(database?: string): string;
};

/** The addresses of a server's databases. They set everything that the driver would else take from PG* variables. */
export function addressAt(server: ServerNames): DatabaseAddress {
  const { socketDir, superuser } = server;
  const connectionString = (database: string, user: string): string =>
    `postgresql://${encodeURIComponent(user)}@/${encodeURIComponent(database)}?host=${encodeURIComponent(socketDir)}&port=5432&sslmode=disable`;
  return {
    ...server,
    connectionString,
    ownerUrl: (database = server.database) => connectionString(database, superuser),
  };
}
