node apps/docs/samples/quick-start.ts
