import type { AnyEndpoint, BodyInputOf, ResponseOf } from '@postern/contracts/endpoint';
import type { FastifyInstance, InjectOptions } from 'fastify';
import type { Config } from '#platform/config/config';
import type { DatabaseAddress, Db } from '#platform/db/db';
import type { Running } from '../app.ts';

export type Environment = Record<string, string>;

export type Answer<E = AnyEndpoint> = {
  status: number;
  body: ResponseOf<E>;
  headers: Record<string, string | string[] | number | undefined>;
};

export type CallInput<E> = {
  params?: Record<string, string>;
  query?: Record<string, string | string[]>;
  body?: BodyInputOf<E>;
  token?: string;
  tenantId?: string;
  headers?: Record<string, string>;
};

export type TestApp = Running & {
  config: Config;
  address: DatabaseAddress;
  /** All log lines of the server. */
  logs: string[];
  /** Calls a contract on its origin. */
  call<E extends AnyEndpoint>(contract: E, input?: CallInput<E>): Promise<Answer<E>>;
  inject(server: FastifyInstance, options: InjectOptions): Promise<Answer>;
  read<T>(tenantId: string, work: (db: Db) => Promise<T>): Promise<T>;
  write<T>(tenantId: string, work: (db: Db) => Promise<T>): Promise<T>;
  /** A token for the management API of a tenant, requested as a machine application does. */
  managementToken(tenantId?: string): Promise<string>;
  /** A second server on the same database, like another node. */
  another(environment?: Environment): Promise<Running & { config: Config }>;
  close(): Promise<void>;
};
