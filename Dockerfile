# docker build --tag gaussmech . && docker run --volume "$PWD/results:/gaussmech/results" gaussmech
# The tag names another image every few weeks; the digest is that of 3.13.15 for all processors.
FROM python:3.13-slim@sha256:7c61056e61ac89e852de05f3dc6fa51a6dd2181797bceed46aa725dd7cb2cd3b
ENV PIP_NO_CACHE_DIR=1 PATH="/gaussmech/.venv/bin:$PATH"
# hadolint ignore=DL3008
RUN apt-get update && apt-get install -y --no-install-recommends git make \
    && rm -rf /var/lib/apt/lists/*
WORKDIR /gaussmech
COPY . .
RUN make .venv/.ready
# What a cluster needs besides requirements.lock, such as Snakemake's storage plugins.
ARG PLUGINS
# hadolint ignore=DL3013
RUN test -z "$PLUGINS" || pip install $PLUGINS
CMD ["make", "figures"]
