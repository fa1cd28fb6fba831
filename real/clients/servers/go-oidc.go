package main

import (
	"context"
	"encoding/json"
	"net/http"
	"net/url"
	"os"

	"github.com/coreos/go-oidc/v3/oidc"
	"golang.org/x/oauth2"
)

func main() {
	base := os.Getenv("BASE")
	address, _ := url.Parse(base)
	provider, err := oidc.NewProvider(context.Background(), os.Getenv("ISSUER"))
	if err != nil {
		panic(err)
	}
	config := oauth2.Config{
		ClientID:     os.Getenv("CLIENT_ID"),
		ClientSecret: os.Getenv("CLIENT_SECRET"),
		Endpoint:     provider.Endpoint(),
		RedirectURL:  base + "/callback",
		Scopes:       []string{oidc.ScopeOpenID, "profile", "email"},
	}
	code := oauth2.GenerateVerifier()
	http.HandleFunc("/", func(writer http.ResponseWriter, request *http.Request) {
		http.Redirect(writer, request, config.AuthCodeURL("state", oauth2.S256ChallengeOption(code), oidc.Nonce("nonce")), http.StatusFound)
	})
	http.HandleFunc("/callback", func(writer http.ResponseWriter, request *http.Request) {
		claims := map[string]any{}
		token, err := config.Exchange(request.Context(), request.URL.Query().Get("code"), oauth2.VerifierOption(code))
		if err == nil {
			raw, _ := token.Extra("id_token").(string)
			_, err = provider.Verifier(&oidc.Config{ClientID: config.ClientID}).Verify(request.Context(), raw)
		}
		if err == nil {
			var told *oidc.UserInfo
			if told, err = provider.UserInfo(request.Context(), oauth2.StaticTokenSource(token)); err == nil {
				err = told.Claims(&claims)
			}
		}
		if err != nil {
			http.Error(writer, err.Error(), http.StatusInternalServerError)
			return
		}
		_ = json.NewEncoder(writer).Encode(map[string]any{"claims": claims})
	})
	panic(http.ListenAndServe("127.0.0.1:"+address.Port(), nil))
}
