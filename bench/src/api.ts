// The API as it runs in production, in a process that ends with the one that measures it, however that ends.
process.once('disconnect', () => process.exit());
process.channel?.unref();
await import('@rede/api/main');
