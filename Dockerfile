# docker build -t postern .
# Both images can be replaced, for example by ones of your own registry.
ARG BUILD_IMAGE=node:24-bookworm-slim
ARG BASE_IMAGE=debian:bookworm-slim

FROM ${BUILD_IMAGE} AS build
WORKDIR /src
COPY . .
RUN npm run package -- --format folder --out /out && mv /out/postern-* /postern

FROM ${BASE_IMAGE}
# The folder includes Node, PostgreSQL, all packages and their list (sbom.cdx.json).
COPY --from=build /postern /opt/postern
# The only folder that is written. PostgreSQL needs a user with a name.
RUN echo 'postern:x:10001:10001::/data:/usr/sbin/nologin' >> /etc/passwd \
  && echo 'postern:x:10001:' >> /etc/group \
  && mkdir -m 700 /data && chown 10001:10001 /data
USER 10001:10001
WORKDIR /data
VOLUME /data
ENV NODE_ENV=production HOST=0.0.0.0 DATA_DIR=/data
EXPOSE 3001 3002 3003
HEALTHCHECK --interval=10s --timeout=3s --start-period=60s CMD ["/opt/postern/bin/postern", "health"]
ENTRYPOINT ["/opt/postern/bin/postern"]
CMD ["start"]
