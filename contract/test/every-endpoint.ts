import { readdir } from 'node:fs/promises';
import type { Endpoint } from '../src/endpoint.ts';

const folder = new URL('../src/', import.meta.url);

/** Every call of the contract, found by reading its files: one that is added is tested without being listed anywhere. */
export async function everyEndpoint(): Promise<Endpoint[]> {
  const files = (await readdir(folder)).toSorted();
  const modules: Record<string, unknown>[] = await Promise.all(files.map((file) => import(new URL(file, folder).href)));
  return modules.flatMap((module) => Object.values(module).flatMap((group) => endpointsOf(group)));
}

function endpointsOf(group: unknown): Endpoint[] {
  return typeof group === 'object' && group !== null ? Object.values(group).filter((value) => isEndpoint(value)) : [];
}

function isEndpoint(value: unknown): value is Endpoint {
  return typeof value === 'object' && value !== null && 'access' in value && 'path' in value;
}
