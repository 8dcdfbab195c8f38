export type RequestCounter = {
  count(routeName: string, statusCode: number): void;
  /** By route: all requests, and those by status of the answer. */
  counts(): Record<string, Record<string, number>>;
};

export function createRequestCounter(): RequestCounter {
  const counts: Record<string, Record<string, number>> = {};
  return {
    count(routeName, statusCode) {
      const route = counts[routeName] ?? { total: 0 };
      counts[routeName] = route;
      route.total = (route.total ?? 0) + 1;
      route[statusCode] = (route[statusCode] ?? 0) + 1;
    },
    counts: () => counts,
  };
}
